import { expect, test } from 'vitest';
import { style } from './task-page-style.ts';

/** The colours by name, for each kind of device that the style supports. */
const [light = {}, dark = {}, print = {}] = [...style.matchAll(/:root \{([^}]*)\}/g)].map(([, text = '']) =>
  Object.fromEntries([...text.matchAll(/--(\w+): (#\w+)/g)].map(([, name = '', colour = '']) => [name, colour])),
);

const texts = ['ink', 'soft', 'faint', 'good', 'fair', 'bad', 'accent'];
const places = ['paper', 'card', 'added', 'removed'];

/** By WCAG 2: the contrast of two colours, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replaceAll(/\w/g, '$&$&') : colour;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test.each([
  ['light', light],
  ['dark', dark],
  ['print', print],
])('every text can be read on a device that is %s: its contrast is at least 4.5 (WCAG AA)', (_, colours) => {
  for (const text of texts)
    for (const place of places)
      expect([text, place, contrast(colours[text] ?? '', colours[place] ?? '') >= 4.5]).toEqual([text, place, true]);
});

test('every colour that is used is defined', () => {
  const used = new Set([...style.matchAll(/var\(--(\w+)\)/g)].map(([, name = '']) => name));
  for (const colours of [light, dark, print]) expect([...used].filter((name) => colours[name] === undefined)).toEqual([]);
});
