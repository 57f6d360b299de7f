/** Whether two texts say the same in the same words. Pure. */

/** Spaces, case and a full stop at the end make no difference. */
export const areSame = (a: string, b: string): boolean => plain(a) === plain(b);

function plain(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase();
  return folded
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.。]$/, '');
}
