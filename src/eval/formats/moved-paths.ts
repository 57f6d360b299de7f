/** Public suites name the folder of their container. Each trial works in its own folder, so these names are replaced by that folder. Pure. */

/** Stands in texts for the folder of the trial, until the folder is known. */
export const workPlace = '@ARTOO_WORK@';

/** Replaces every mention of a folder as a whole path, also at the start of a longer path. */
export function moved(text: string, folder: string): string {
  if (folder === '/') return text;
  const name = folder.replace(/\/$/, '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replaceAll(new RegExp(`(?<![\\w./-])${name}(?=/|[^\\w.-]|\\.(?!\\w)|$)`, 'g'), workPlace);
}

/** A place that a text writes to or reads from and that a trial does not have; undefined if there is none. */
export function foreignPlace(text: string): string | undefined {
  return /(?<![\w./@$}-])\/(?:root|home|tmp|var|srv|opt|mnt|data|workspace|app|usr\/(?:local|share|src)|etc)(?:\/[\w.-]+)*/
    .exec(text)?.[0]
    .replace(/\.$/, '');
}
