/** Roles that did, or tried to do, what they must not do. */
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { RoleId } from '../../contracts/parties.ts';
import type { Intent } from '../../journal/entry.ts';
import type { AuditedEntry } from '../observing/audited-entries.ts';
import { brief, type Detector, type Finding, messageOf, nothing } from './finding.ts';
import { inWords } from './party-words.ts';

/** Which effects a role may have: any other effect is a breach, even if it was let through. */
const mayHave: Readonly<Record<RoleId, readonly Intent['effect'][]>> = {
  R1: ['model'],
  R2: ['model', 'look'],
  R3: ['model', 'tool'],
  R4a: ['model', 'check'],
  R4b: ['model', 'check'],
  R5: [],
  R6: [],
  R7: [],
};

/** Messages that roles must not send (SPEC §2, §4): the host refuses them, but even the attempt is a finding. */
const doesNot: readonly { readonly applies: (refused: Refused) => boolean; readonly detail: (refused: Refused) => string }[] = [
  {
    applies: ({ type }) => type === 'FinalResult',
    detail: ({ from }) => `${inWords(from)} tried to end the task, which only the solver does`,
  },
  { applies: ({ to }) => to === 'R6', detail: ({ from }) => `${inWords(from)} tried to reach the auditor` },
  { applies: ({ from, to }) => from === 'R3' && to === 'R2', detail: () => 'the executor tried to send a message to the planner' },
  { applies: ({ from, to }) => from === 'R3' && to === 'R7', detail: () => 'the executor tried to send a message to the solver' },
  {
    applies: ({ from, type }) => from !== 'R4a' && type === 'SubTaskOutcome',
    detail: ({ from }) => `${inWords(from)} tried to judge a sub-task`,
  },
  { applies: ({ from, type }) => from !== 'R7' && type === 'Megram', detail: ({ from }) => `${inWords(from)} tried to write to memory` },
  {
    applies: ({ type }) => type === 'ConfirmReply',
    detail: ({ from }) => `${inWords(from)} tried to answer a question that was put to you`,
  },
];

type Refused = Extract<AuditedEntry, { kind: 'refusal' }>;

export const boundaries: Detector = () => (entry) => {
  if (entry.kind === 'refusal') return [refusedDraft(entry)];
  if (entry.kind === 'intent' && !mayHave[entry.role].includes(entry.effect))
    return [
      {
        anomaly: 'breach',
        from: entry.role,
        to: 'Host',
        type: entry.effect,
        detail: `${inWords(entry.role)} used ${effects[entry.effect]}, which is not part of its job`,
      },
    ];
  const outcome = messageOf(entry, 'SubTaskOutcome');
  if (outcome?.to === 'R4b' && outcome.payload.status === 'matched') {
    const open = outcome.payload.criteria_verdicts.find(isNotPassed);
    if (open)
      return [breach('R4a', outcome, `the judge passed a sub-task although one of its criteria had not passed: ${brief(open.criterion)}`)];
  }
  const final = messageOf(entry, 'FinalResult');
  if (final?.payload.directive === 'accept' && (final.payload.loss.D > 0 || final.payload.unmet.length > 0))
    return [breach('R7', final, 'the solver accepted a result with unmet criteria')];
  return nothing;
};

const effects = { model: 'a model', tool: 'a tool', check: 'a check', look: 'a look around' } as const;

function refusedDraft(refused: Refused): Finding {
  const { from, to, type, code, detail } = refused;
  const breached = code === 'route_refused' ? doesNot.find(({ applies }) => applies(refused)) : undefined;
  if (breached) return { anomaly: 'breach', from, to, type, detail: breached.detail(refused) };
  return { anomaly: code === 'route_refused' ? 'route_refused' : 'draft_refused', from, to, type, detail: brief(detail) };
}

const isNotPassed = ({ verdict }: CriterionVerdict): boolean => verdict !== 'pass';

const breach = (from: RoleId, { to, type }: { readonly to: string; readonly type: string }, detail: string): Finding => ({
  anomaly: 'breach',
  from,
  to,
  type,
  detail,
});
