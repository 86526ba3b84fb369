/** Fields of an extended header of POSIX tar (pax) by name. Of one that is repeated the last counts. */
export type Fields = Record<string, string>;

/** Reads `LENGTH NAME=VALUE\n` records, LENGTH being the bytes of the whole record. What follows a wrong one is left out. */
export function extendedFields(text: Buffer): Fields {
  const fields: Fields = {};
  for (let at = 0; at < text.length; ) {
    const space = text.indexOf(0x20, at);
    const length = Number(text.toString("latin1", at, space));
    const equals = text.indexOf(0x3d, space);
    if (space < 0 || equals < 0 || !(length > 0)) break;
    fields[text.toString("utf8", space + 1, equals)] = text.toString("utf8", equals + 1, at + length - 1);
    at += length;
  }
  return fields;
}
