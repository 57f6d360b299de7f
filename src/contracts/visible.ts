/** Text from outside that cannot draw on a terminal: control, format and bidi characters become a mark. */

/** One line. What joins two pictures to one stays. */
export const visible = (text: string): string => text.replaceAll(drawing, '\uFFFD');

const drawing =
  /(?!(?<=\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Line by line, tabs as spaces. */
export const visibleLines = (text: string): readonly string[] => text.split(/\r?\n/).map((line) => visible(line.replaceAll('\t', '    ')));
