import type { YAMLParseError } from "yaml";
import type { InputFault } from "../model/errors.ts";

type Words = Pick<InputFault, "expected" | "found" | "next">;

/** Says what a YAML syntax error means for someone who writes an article, not a parser. */
export function syntaxFault(error: YAMLParseError, text: string): Words {
  switch (error.code) {
    case "DUPLICATE_KEY":
      return {
        expected: "each key once",
        found: `the key "${wordAt(text, error.pos[0])}" a second time`,
        next: "remove or rename one of the two",
      };
    case "TAB_AS_INDENT":
      return { expected: "spaces for indentation", found: "a tab", next: "indent by two spaces" };
    case "MULTIPLE_DOCS":
      return { expected: "one document", found: 'a second one after "---"', next: "put it into a file of its own" };
    case "RESOURCE_EXHAUSTION":
      return {
        expected: "a few levels of maps and lists",
        found: "nesting too deep to read",
        next: "take out the nesting",
      };
    case "BLOCK_AS_IMPLICIT_KEY":
      return {
        expected: "one key a line",
        found: "two colons in one line",
        next: "put text that contains a colon in quotes",
      };
    default:
      return { expected: "valid YAML", found: `a syntax error (${error.message})`, next: "correct the line" };
  }
}

function wordAt(text: string, offset: number): string {
  return /^["']?([^"':\n]*)/.exec(text.slice(offset, offset + 100))?.[1]?.trim() ?? "";
}
