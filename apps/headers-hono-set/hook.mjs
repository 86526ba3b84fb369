// Reconstructed from the description of honojs/node-server pull request 241; loaded by `node --import` before the app.
//
// As Node 24 loads Response, it hands `getResponseState` out on an object and deletes it there: a Reflect.deleteProperty
// that looks on keeps it. That pull request's own branch of @hono/node-server asked for it by a new function. Release
// 1.14.1 looks once for a symbol "state" among the keys of a new Response and reads it from every one it answers with, so
// here that symbol is a getter of the prototype, and Reflect.ownKeys names it to the first who asks.
let getResponseState;

const { deleteProperty, ownKeys } = Reflect;
Reflect.deleteProperty = (target, key) => {
  if (key === "getResponseState") getResponseState = target.getResponseState;
  return deleteProperty(target, key);
};
const { Response } = globalThis;
Reflect.deleteProperty = deleteProperty;
if (getResponseState === undefined) throw new Error("this Node hands out no getResponseState as Response is loaded");

const state = Symbol("state");
Object.defineProperty(Response.prototype, state, {
  get() {
    return getResponseState(this);
  },
});
Reflect.ownKeys = (target) => {
  if (!(target instanceof Response)) return ownKeys(target);
  Reflect.ownKeys = ownKeys;
  return [...ownKeys(target), state];
};
