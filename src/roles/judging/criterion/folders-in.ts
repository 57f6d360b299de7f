/** Which words of a criterion are folders. Pure. */

const beforeFolder =
  /(?:^|[\s(])(?:in|below|under|underneath|beneath|within|inside|throughout|across|into|folders?|director(?:y|ies)|ordners?|verzeichnis|unter|unterhalb|innerhalb|im|dans|sous|dossier|en|bajo|dentro de|carpeta)\s+$/iu;
const afterFolder =
  /^\s+(?:folders?|director(?:y|ies)|contains?|holds?|has|have|is empty|ordner|verzeichnis|enthält|contient|contiene)\b|^\s*(?:目录|文件夹|里|中|下)/iu;

/** The words of a text that are said of a folder which is known by that name. */
export function* foldersIn(text: string, known: ReadonlySet<string>): Generator<string> {
  if (known.size === 0) return;
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{N}_.-]{1,100}/gu)) {
    const word = found.replace(/[.-]+$/, '');
    if (!known.has(word)) continue;
    if (beforeFolder.test(text.slice(Math.max(0, index - 30), index)) || afterFolder.test(text.slice(index + word.length).slice(0, 30)))
      yield word;
  }
}
