/** What an auditor finds in the journal of a team: reviewers that approve nearly everything, reviews that go round in circles, tests that were changed or removed, work that never ends. Pure. */
import { roleOf } from '../board/ids.ts';
import type { TeamLine } from '../journal.ts';
import type { LetterOf } from '../letters/letter.ts';
import { limits } from '../watch/alerts.ts';

export const findingTitles = {
  rubber_stamping: 'a reviewer that approves nearly everything',
  review_loop: 'reviews that go round in circles',
  tests_changed: 'tests that existed before were changed or removed',
  never_ends: 'work that does not end',
} as const;

export type TeamFinding = {
  /** `team-<the last entry on which the finding is based>-<n>`. */
  readonly id: string;
  readonly ts: string;
  readonly finding: keyof typeof findingTitles;
  /** What the finding is about: together with `finding`, a name that stays the same as the finding grows. */
  readonly about: string;
  /** One sentence for people. */
  readonly detail: string;
  /** The entries of the journal on which the finding is based. */
  readonly seqs: readonly number[];
};

type Said = Omit<TeamFinding, 'id' | 'ts'>;
type Verdict = {
  readonly seq: number;
  readonly task: string;
  readonly reviewer: string;
  readonly isApproval: boolean;
  readonly tests: { readonly changed: readonly string[]; readonly removed: readonly string[] };
};

/** How many rejections of one task count as a loop, and how many turns by coders are too many if the task has not ended. */
const [leastRejections, leastTurns] = [3, 10];

/** All findings, in the order of the journal. */
export function auditTeam(lines: readonly TeamLine[]): readonly TeamFinding[] {
  const verdicts = lines.flatMap(verdictIn);
  const found = [...stamping(verdicts), ...loops(verdicts), ...tests(verdicts, coders(lines)), ...endless(lines)];
  const times = new Map(lines.map(({ seq, at }) => [seq, at]));
  const last = ({ seqs }: Said): number => seqs.at(-1) ?? 0;
  const counts = new Map<number, number>();
  return found
    .sort((a, b) => last(a) - last(b))
    .map((each) => {
      const n = (counts.get(last(each)) ?? 0) + 1;
      counts.set(last(each), n);
      return { id: `team-${last(each)}-${n}`, ts: times.get(last(each)) ?? '', ...each };
    });
}

/** The verdict in an entry, if it counted: not one that was refused or sent again. */
function verdictIn(line: TeamLine): readonly Verdict[] {
  if (line.kind !== 'update' || line.act?.act !== 'letter' || line.act.letter.kind !== 'verdict' || line.act.isKnown) return [];
  const letter: LetterOf<'verdict'> = line.act.letter;
  const { changed = [], removed = [] } = line.act.facts.review?.tests ?? {};
  const isApproval = letter.body.overall === 'APPROVED';
  return [{ seq: line.seq, task: letter.task ?? '', reviewer: letter.agent, isApproval, tests: { changed, removed } }];
}

const groupedBy = <T>(all: readonly T[], keyOf: (each: T) => string): readonly (readonly [string, readonly T[]])[] => [
  ...Map.groupBy(all, keyOf),
];
const seqsOf = (all: readonly { readonly seq: number }[]): readonly number[] => all.map(({ seq }) => seq);

const stamping = (verdicts: readonly Verdict[]): readonly Said[] =>
  groupedBy(verdicts, ({ reviewer }) => reviewer).flatMap(([reviewer, own]): readonly Said[] => {
    const approvals = own.filter(({ isApproval }) => isApproval).length;
    if (own.length < limits.verdicts || approvals / own.length <= limits.approvals) return [];
    return [
      {
        ...{ finding: 'rubber_stamping', about: reviewer },
        detail: `${reviewer} approved ${approvals} of the ${own.length} submissions it judged`,
        seqs: seqsOf(own),
      },
    ];
  });

const loops = (verdicts: readonly Verdict[]): readonly Said[] =>
  groupedBy(verdicts, ({ task }) => task).flatMap(([task, all]): readonly Said[] => {
    const rejections = all.filter(({ isApproval }) => !isApproval);
    if (rejections.length < leastRejections) return [];
    const end = all.at(-1)?.isApproval ? 'before it was approved' : 'and is not approved';
    return [
      { finding: 'review_loop', about: task, detail: `${task} was rejected ${rejections.length} times ${end}`, seqs: seqsOf(rejections) },
    ];
  });

const tests = (verdicts: readonly Verdict[], coderAt: (task: string, seq: number) => string): readonly Said[] =>
  verdicts.flatMap(({ seq, task, isApproval, tests: { changed, removed } }): readonly Said[] => {
    const did = [
      ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
      ...(changed.length > 0 ? [`changed ${changed.join(', ')}`] : []),
    ];
    if (did.length === 0) return [];
    const judged = isApproval ? 'it was approved' : 'it was rejected';
    return [
      {
        finding: 'tests_changed',
        about: `${task} at ${seq}`,
        detail: `in ${task}, ${coderAt(task, seq)} ${did.join(' and ')}; ${judged}`,
        seqs: [seq],
      },
    ];
  });

/** Finds the coder that last submitted a task before an entry. */
function coders(lines: readonly TeamLine[]): (task: string, seq: number) => string {
  const submitted = lines.flatMap((line) =>
    line.kind === 'update'
      ? line.log.flatMap(({ action, task }) => (action === 'ready_for_review' ? [{ seq: line.seq, task, by: line.by }] : []))
      : [],
  );
  return (task, seq) => submitted.findLast((each) => each.task === task && each.seq < seq)?.by ?? 'its coder';
}

const ends: ReadonlySet<string> = new Set(['merged', 'rescoped', 'abandoned']);

function endless(lines: readonly TeamLine[]): readonly Said[] {
  const over = new Set(
    lines.flatMap((line) => (line.kind === 'update' ? line.log.flatMap(({ action, task }) => (ends.has(action) ? [task] : [])) : [])),
  );
  const turns = lines.flatMap((line) =>
    line.kind === 'intent' && line.what === 'turn' && line.task !== null && roleOf(line.by) === 'coder'
      ? [{ seq: line.seq, task: line.task }]
      : [],
  );
  return groupedBy(turns, ({ task }) => task).flatMap(([task, own]): readonly Said[] =>
    over.has(task) || own.length < leastTurns
      ? []
      : [
          {
            finding: 'never_ends',
            about: task,
            detail: `coders had ${own.length} turns on ${task}, and it is not done`,
            seqs: seqsOf(own),
          },
        ],
  );
}
