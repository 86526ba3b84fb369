// The least there is to compile: it prints one line and ends.
console.log("Hello, World!");
