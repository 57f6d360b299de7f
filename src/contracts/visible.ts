/** Text from outside that cannot draw on a terminal: control, format and bidi characters become a mark. */

/** One line. */
export const visible = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD');

/** Line by line, tabs as spaces. */
export const visibleLines = (text: string): readonly string[] => text.split(/\r?\n/).map((line) => visible(line.replaceAll('\t', '    ')));
