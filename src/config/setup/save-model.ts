/** Writes the model that was set up into the person's own file, which afterwards only the person can read. */
import type { EndpointChoice } from '../config.ts';
import { type Changed, changeOwnFile } from '../files/own-file.ts';

/** Saves the model; everything else in the file stays as it is. */
export function saveModel(data: string, choice: EndpointChoice): Promise<Changed> {
  return changeOwnFile(data, async (text) => (await import('./brain-text.ts')).withBrain(text, choice), 0o600);
}
