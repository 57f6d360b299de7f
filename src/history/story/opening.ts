/** How a task begins: the goal, the questions about it, how it was understood, and the answer if the goal was only conversation. */

import type { TaskSpec } from '../../contracts/intent.ts';
import { fileName } from '../../contracts/text/file-name.ts';
import type { Entry, MessageEntry, Open, Origin } from '../../journal/entry.ts';
import type { Mutable } from './mutable.ts';
import { beginning, words } from './short-copies.ts';

export type OpeningStory = {
  readonly task_id: string;
  readonly artoo: string;
  readonly format: number;
  /** For a fork, when it was forked: the entries that it shares are older. */
  readonly started: string;
  readonly cwd: string;
  readonly workspace: string;
  /** The task that this one was forked from, and its first own entry. `resumed`: it continues that task, whose model failed if `failed` is set. */
  readonly origin: { readonly task_id: string; readonly seq: number; readonly resumed?: true; readonly failed?: true } | null;
  readonly goal: { readonly seq: number; readonly text: string } | null;
  /** What was attached to the goal. */
  readonly data: { readonly seq: number; readonly name: string; readonly bytes: number } | null;
  readonly clarifications: readonly {
    readonly seq: number;
    readonly question: string;
    readonly answer: { readonly seq: number; readonly text: string } | null;
  }[];
  readonly reading: (Pick<TaskSpec, 'slug' | 'intent' | 'kind' | 'constraints'> & { readonly seq: number }) | null;
  /** The reply to a conversation. */
  readonly answer: { readonly seq: number; readonly text: string } | null;
};

const originOf = ({ task_id, seq, resumed, failed }: Origin): OpeningStory['origin'] => ({
  ...{ task_id, seq },
  ...(resumed && { resumed }),
  ...(failed && { failed: true }),
});

const maxGoalLength = 8_000;
const maxPathLength = 4_096;
const maxQuestions = 20;

export function createOpening(): { add(entry: Entry): void; readonly story: OpeningStory } {
  const story: Mutable<OpeningStory> = {
    ...{ task_id: '', artoo: '', format: 0, started: '', cwd: '', workspace: '' },
    ...{ origin: null, goal: null, data: null, clarifications: [], reading: null, answer: null },
  };

  function open({ task_id, artoo, format, ts, settings, origin }: Open): void {
    const from = origin ? originOf(origin) : null;
    const [cwd, workspace] = [settings.cwd, settings.workspace].map((path) => beginning(path, maxPathLength));
    Object.assign(story, { task_id, artoo: words(artoo, 100), format, started: origin?.at ?? ts, cwd, workspace, origin: from });
  }

  function addMessage(message: MessageEntry): void {
    const { seq } = message;
    switch (message.type) {
      case 'UserInput': {
        const { text, data } = message.payload;
        story.goal = { seq, text: beginning(text, maxGoalLength) };
        story.data = data ? { seq, name: words(fileName(data.path), 200), bytes: data.bytes } : null;
        return;
      }
      case 'ClarifyQuestion':
        if (story.clarifications.length < maxQuestions)
          story.clarifications.push({ seq, question: words(message.payload.question, 2_000), answer: null });
        return;
      case 'ClarifyAnswer': {
        const asked = story.clarifications.at(-1);
        if (asked) asked.answer = { seq, text: words(message.payload.answer, 2_000) };
        return;
      }
      case 'TaskSpec': {
        const { slug, intent, kind, constraints } = message.payload;
        const { scope, deadline } = constraints;
        const kept = { scope: scope === null ? null : words(scope), deadline };
        story.reading ??= { seq, slug: words(slug, 100), intent: words(intent, 2_000), kind, constraints: kept };
        return;
      }
      case 'Answer':
        story.answer = { seq, text: beginning(message.payload.answer, maxGoalLength) };
        return;
      default:
        return;
    }
  }

  return {
    add(entry) {
      if (entry.kind === 'open') open(entry);
      if (entry.kind === 'message') addMessage(entry);
    },
    story,
  };
}
