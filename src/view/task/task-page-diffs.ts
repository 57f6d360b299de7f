/** What a task changed on disk, on its page: each path, and the lines that changed in it. Pure. */
import type { FileDiff } from '../../tools/changes/task-diffs.ts';
import { type Html, html, nothing } from '../html.ts';
import { counted, listable } from '../pages.ts';
import { changeList, type ListedChange } from './change-list.ts';
import type { TaskView } from './task-facts.ts';
import { number } from './task-page-rows.ts';

const signs = { created: '+', changed: '~', deleted: '−', metadata: '~', moved: '→' } as const satisfies Record<
  ListedChange['what'],
  string
>;

/** The longest diff that is shown in full, and the number of lines that are shown without a click. */
const maxLines = 500;
const maxOpenLines = 40;

export function changedSection({ story: { changed, left_out, cwd }, isUndone, diffs }: TaskView): Html {
  if (changed.length === 0) return nothing;
  const isGone = diffs !== undefined && diffs.size === 0 && changed.some(({ change }) => change !== 'metadata');
  return html`<section><h2>Changed on disk${isUndone ? ', and undone since' : ''}</h2>
${isGone ? html`<p class="soft small">The lines that changed are no longer kept.</p>` : nothing}
<ul class="items">${changeList(changed, cwd, !left_out.changes).map(({ seq, what, name, path }) => {
    const head = html`<span class="mark open">${signs[what]}</span><code>${name}</code> <span class="soft small">${what}</span>`;
    return html`<li>${head} ${number(seq)}${path === undefined ? nothing : shown(diffs?.get(path))}</li>`;
  })}</ul>${left_out.changes ? html`<p class="soft small">and ${counted(left_out.changes, 'more path')}</p>` : nothing}</section>`;
}

function shown(found: FileDiff | undefined): Html {
  if (!found) return nothing;
  if ('none' in found) return html`<p class="why soft small">${reasons[found.none]}</p>${'was' in found ? before(found.was) : nothing}`;
  const lines = found.diff.split('\n');
  if (found.diff === '') return html`<p class="why soft small">It is empty.</p>`;
  const listed = listable(lines.length, maxLines);
  const left = lines.length - listed;
  return html`<details${lines.length <= maxOpenLines ? html` open` : nothing}><summary>${sizeText(lines)}</summary>
<pre class="diff">${lines.slice(0, listed).map(diffLine)}${left > 0 ? html`<span class="soft">… and ${counted(left, 'more line')}</span>` : nothing}</pre></details>`;
}

const before = (text = ''): Html => {
  const lines = text.replace(/\n$/, '').split('\n');
  const listed = listable(lines.length, maxLines);
  const left = lines.length - listed;
  return html`<details><summary>the content before the task</summary>
<pre class="diff">${lines.slice(0, listed).map((each) => diffLine(` ${each}`))}${left > 0 ? html`<span class="soft">… and ${counted(left, 'more line')}</span>` : nothing}</pre></details>`;
};

/** "3 lines added, 1 removed" */
function sizeText(lines: readonly string[]): string {
  const [more, fewer] = ['+', '-'].map((sign) => lines.filter((each) => each.startsWith(sign)).length);
  if (!more) return `${counted(fewer ?? 0, 'line')} removed`;
  return `${counted(more, 'line')} added${fewer ? `, ${fewer.toLocaleString('en')} removed` : ''}`;
}

const reasons = {
  'changed since': 'It was changed again after the task, and what the task wrote is not kept.',
  'not kept': 'The content before the task is no longer kept.',
  undone: 'It was undone: the undo put it back as it was before the task.',
  'no text': 'Its lines are not shown: it is not text, or too long.',
  secret: 'Its lines are not shown: they may hold secrets.',
  'too many': 'Its lines are not shown: there are too many changes.',
} as const satisfies Record<Extract<FileDiff, { none: string }>['none'], string>;

const kinds: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'hunk' };

const diffLine = (text: string): Html => html`<span class="${kinds[text.slice(0, 1)] ?? 'same'}">${text === '' ? ' ' : text}
</span>`;
