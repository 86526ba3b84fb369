import { fileTrouble } from "../model/file-trouble.ts";

/** Does something with a file of a run. Trouble with it is told with its path, as a KitError. */
export async function attempt<T>(doing: string, path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw fileTrouble(error, { doing, path }) ?? error;
  }
}
