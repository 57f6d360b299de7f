import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { messageReference } from '../scripts/message-reference.ts';
import { messageTypes } from '../src/contracts/messages.ts';

const page = messageReference();
const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
const anchors = headings.map((heading) => heading.toLowerCase().replaceAll(' ', '-'));

test('docs/messages.md is what the schemas say', () => {
  const written = readFileSync(new URL('../docs/messages.md', import.meta.url), 'utf8');
  expect(written, 'docs/messages.md is out of date: run `npm run docs`').toBe(page);
});

describe('the message reference', () => {
  test.each(messageTypes)('has a section for %s', (type) => {
    expect(headings).toContain(type);
  });

  test('has every heading once', () => {
    expect(anchors).toEqual([...new Set(anchors)]);
  });

  test('links only to its own headings and to pages that exist', () => {
    const targets = new Set([...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target));
    const pages = [...targets].filter((target) => !target.startsWith('#'));
    expect([...targets].filter((target) => target.startsWith('#') && !anchors.includes(target.slice(1)))).toEqual([]);
    for (const target of pages) expect(() => readFileSync(new URL(`../docs/${target}`, import.meta.url))).not.toThrow();
  });

  test.each([
    ['a default', '| `weight` | integer from 1 to 5 | default `1` |'],
    ['a field that may be absent', '| `check` | [Check](#check) | no |'],
    ['a list of a shape', '| `tool_calls` | list of [ToolCall](#toolcall) | yes |'],
    ['what may be null', '| `failure_class` | `"logical"` \\| `"environmental"` \\| null | yes |'],
    ['an inline shape', '| `constraints` | { `scope`: text \\| null, `deadline`: time \\| null } | yes |'],
    ['an alternative', '| `"command"` | `run`: text, not empty<br>`equals`: integer (default `0`) |'],
    ['several receivers', '| [SubTask](#subtask) | R2 → R3, R4a | One piece of work with its own rubric, blind to its siblings. |'],
    ['several senders', 'R1, R2, R4a, R4b, Host → R7'],
  ])('tells %s', (_, line) => {
    expect(page).toContain(`${line}\n`);
  });
});
