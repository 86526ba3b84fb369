/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`: optimal string alignment. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** The known name a misspelled one most likely meant, or null when none is near (more than a third would change). */
export function nearest(name: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  // Longer than any real name: comparing would only cost time.
  if (name.length > 100) return null;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** What to do about a wrong name: the nearest known one, or the list of all. */
export function suggestion(name: string, known: Iterable<string>): string {
  const names = [...known];
  const near = nearest(name, names);
  if (near !== null) return `did you mean "${near}"?`;
  return names.length === 0 ? "none is declared" : `use one of: ${names.join(", ")}`;
}
