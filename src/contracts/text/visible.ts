/** Makes untrusted text safe to print on a terminal: control, format and bidi characters become U+FFFD. */

/** Makes a single line safe. A joiner between two emoji stays. */
export const visible = (text: string): string => text.replaceAll(drawing, '\uFFFD');

const drawing =
  /(?!(?<=\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Makes several lines safe; tabs become spaces. */
export const visibleLines = (text: string): readonly string[] => text.split(/\r?\n/).map((line) => visible(line.replaceAll('\t', '    ')));
