/** Public suites name the folder of their container. Here the task works in a folder of its own, so texts that name the one mean the other. Pure. */

/** How the folder of a trial is written into texts, until it is known. */
export const workPlace = '@ARTOO_WORK@';

/** Every mention of a folder as a whole path, and of what is below it. */
export function moved(text: string, folder: string): string {
  if (folder === '/') return text;
  const name = folder.replace(/\/$/, '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replaceAll(new RegExp(`(?<![\\w./-])${name}(?=/|[^\\w.-]|\\.(?!\\w)|$)`, 'g'), workPlace);
}

/** Other places that a text writes to or reads from, which a trial does not have. */
export function foreignPlace(text: string): string | undefined {
  return /(?<![\w./@$}-])\/(?:root|home|tmp|var|srv|opt|mnt|data|workspace|app|usr\/(?:local|share|src)|etc)(?:\/[\w.-]+)*/
    .exec(text)?.[0]
    .replace(/\.$/, '');
}
