import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from "yaml";
import type { InputFault } from "../model/errors.ts";
import { refusal } from "./refusal.ts";
import { syntaxFault } from "./syntax.ts";

export type Path = readonly PropertyKey[];
export interface Position {
  line: number;
  column: number;
}

/** A parsed YAML file that still knows where each value stands. */
export interface Source {
  file: string;
  data: unknown;
  /** Faults that left the data readable (keys given twice). */
  faults: InputFault[];
  /** Where the value at `path` stands; for a value that is missing, where the thing that lacks it begins. */
  valueAt(path: Path): Position;
  /** Where the last key of `path` stands; an item of a list has no key and gives its value's place. */
  keyAt(path: Path): Position;
}

/**
 * Parses YAML text. Throws an InputError with every syntax error.
 *
 * Aliases are refused before anything is expanded: the files are plain data, and a nest of aliases can stand for more
 * memory than the machine has.
 */
export function parseSource(text: string, file: string): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const faults = errorsOf(document).map((error) => ({ file, ...position(error.pos[0]), ...syntaxFault(error, text) }));
  if (document.errors.some((error) => error.code !== "DUPLICATE_KEY")) throw refusal(faults);
  const aliases = aliasesOf(document);
  if (aliases[0]) throw refusal([...faults, aliasFault(file, aliases[0], aliases.length, position)]);

  const find = (path: Path, wanted: "key" | "value"): Position => {
    let node: unknown = document.contents;
    let key = 0;
    for (const step of path) {
      if (isMap(node)) {
        const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
        if (!pair) return position(key);
        key = startOf(pair.key) ?? key;
        node = pair.value;
      } else if (isSeq(node)) {
        if (!node.items[Number(step)]) return position(key);
        node = node.items[Number(step)];
        key = startOf(node) ?? key;
      } else return position(key);
    }
    return position(wanted === "key" ? key : (startOf(node) ?? key));
  };
  return {
    file,
    data: document.toJS(),
    faults,
    valueAt: (path) => find(path, "value"),
    keyAt: (path) => find(path, "key"),
  };
}

/**
 * Syntax errors worth telling: behind a tab the others are its consequences. So they are behind nesting that the parser
 * gave up on, which it may say more than once, depending on how deep the stack of this Node goes.
 */
function errorsOf(document: Document.Parsed): Document.Parsed["errors"] {
  const ofCode = (code: string) => document.errors.filter((error) => error.code === code);
  const exhausted = ofCode("RESOURCE_EXHAUSTION").slice(0, 1);
  const tabs = ofCode("TAB_AS_INDENT");
  if (exhausted.length > 0) return exhausted;
  return tabs.length > 0 ? tabs : document.errors;
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}

function aliasesOf(document: Document.Parsed): Node[] {
  const aliases: Node[] = [];
  visit(document, {
    Alias: (_, node) => {
      aliases.push(node);
    },
  });
  return aliases;
}

function aliasFault(file: string, alias: Node, count: number, position: (offset: number) => Position): InputFault {
  const name = isAlias(alias) ? alias.source : "";
  const others = count > 1 ? ` and ${count - 1} more` : "";
  return {
    file,
    ...position(startOf(alias) ?? 0),
    expected: "plain values",
    found: `the alias *${name}${others}`,
    next: "write the value out",
  };
}
