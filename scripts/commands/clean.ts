import { EXIT } from "../cli.ts";
import { livingRun, removeRun } from "../measure/anchor.ts";
import { busy, type Kit } from "./kit.ts";

/** `bench clean`: removes what runs left behind, by their label, and nothing else. */
export async function cleanCommand(kit: Kit, { force }: { force: boolean }): Promise<number> {
  const engine = await kit.reachEngine();
  const living = await livingRun(engine);
  if (living && !force) throw busy(living);
  const removed = await removeRun(engine);
  kit.print(
    removed === 0 ? "nothing of Rematch was left on the engine" : `removed ${removed} containers, networks and volumes`,
  );
  return EXIT.done;
}
