import type { InputFault } from "../model/errors.ts";
import { suggestion } from "../model/nearest.ts";
import { refusal } from "./refusal.ts";
import { shown } from "./schema-faults.ts";
import type { Path, Source } from "./source.ts";

/** Collects the faults of one file, each at the place of the value it is about. */
export class FaultList {
  readonly #source: Source;
  readonly #faults: InputFault[] = [];

  constructor(source: Source) {
    this.#source = source;
  }

  add(faults: readonly InputFault[]): void {
    this.#faults.push(...faults);
  }

  /** Something wrong with the value at `path`. */
  value(path: Path, expected: string, found: string, next: string): void {
    this.#faults.push({ file: this.#source.file, ...this.#source.valueAt(path), expected, found, next });
  }

  /** Something wrong with the key at the end of `path`, or with the list item there. */
  key(path: Path, expected: string, found: string, next: string): void {
    this.#faults.push({ file: this.#source.file, ...this.#source.keyAt(path), expected, found, next });
  }

  /** A value that must name one of `known`: says so if it does not. Returns whether it does. */
  named(path: Path, name: string, known: Iterable<string>, expected: string): boolean {
    const names = [...known];
    if (names.includes(name)) return true;
    this.value(path, expected, shown(name), suggestion(name, names));
    return false;
  }

  /** Throws what was collected, in the order of the file. */
  throwIfAny(): void {
    if (this.#faults.length > 0) throw refusal(this.#faults);
  }
}
