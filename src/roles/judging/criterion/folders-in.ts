/** Which words of a criterion are folders. Pure. */

/** Words that come before the name of a folder, and words that come after it. */
export const saidBefore =
  'in|below|under|underneath|beneath|within|inside|throughout|across|unter|unterhalb|innerhalb|im|dans|sous|en|bajo|dentro de|verzeichnis';
export const saidAfter = 'contains?|holds?|has|have|is empty|enthält|contient|contiene';
export const saidAfterInChinese = '目录|文件夹|里|中|下';

const beforeFolder = new RegExp(`(?:^|[\\s(])(?:${saidBefore}|into|folders?|director(?:y|ies)|ordners?|dossier|carpeta)\\s+$`, 'iu');
const afterFolder = new RegExp(
  `^\\s+(?:folders?|director(?:y|ies)|${saidAfter}|ordner|verzeichnis)\\b|^\\s*(?:${saidAfterInChinese})`,
  'iu',
);

/** The words of a text that name one of the `known` folders. */
export function* foldersIn(text: string, known: ReadonlySet<string>): Generator<string> {
  if (known.size === 0) return;
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{N}_.-]{1,100}/gu)) {
    const word = found.replace(/[.-]+$/, '');
    if (!known.has(word)) continue;
    if (beforeFolder.test(text.slice(Math.max(0, index - 30), index)) || afterFolder.test(text.slice(index + word.length).slice(0, 30)))
      yield word;
  }
}
