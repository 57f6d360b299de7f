/**
 * Turns what memory recalled into advice for a plan (SPEC §6). Pure. It adds caution, never permission: nothing here reaches the laws,
 * so a memory that praises skipping a confirmation is only a line of text in a prompt.
 */
import type { Calibration as OnRecord } from '../../contracts/decisions.ts';
import type { Megram, MemoryRecall, Potential, Tag } from '../../contracts/memory.ts';
import { taskOf } from '../records/memory-id.ts';
import { declaredText, elsewhere, entryText, mixedElsewhere, noteText, planText, type Subject } from './calibration-text.ts';
import { isOfRefusals } from './project.ts';
import { targetOf } from './targets.ts';

export type CalibrationEntry = OnRecord['result']['entries'][number];
export type MustNot = OnRecord['result']['must_nots'][number];
type Caution = OnRecord['result']['cautions'][number];
type EntryKind = CalibrationEntry['kind'];

export type Calibration = {
  /** For the prompt, at most ten: first what the person declared or said no to, then the entries with the clearest evidence. */
  readonly entries: readonly CalibrationEntry[];
  /** Everything that code enforces, including what does not fit the prompt. */
  readonly mustNots: readonly MustNot[];
  readonly cautions: readonly Caution[];
};

export const uncalibrated: Calibration = { entries: [], mustNots: [], cautions: [] };

const maxEntries = 10;
/** The number of entries reserved for declared facts, which get more if other entries leave space. */
const maxDeclared = 5;
/** The number of entries for what the person said no to in this folder. */
const maxRefusals = 3;
/** The number of tasks in which something must have failed before it is forbidden, so that one bad day does not take a tool away for weeks. */
const minTasks = 2;
/** The attention above which a failure at a path is worth a note. */
const minNoted = 0.2;
const tolerance = 1e-9;

/** An entry before it is chosen: its rank and what it forbids. The text is made only if the entry is used. */
type Claim = Tag & {
  readonly kind: EntryKind;
  readonly decision: number;
  readonly megrams: readonly string[];
  readonly newest: string;
  readonly subject: Subject;
  readonly text: () => string;
  readonly forbids: readonly Forbidden[];
};

type Forbidden = Omit<MustNot, 'because'> & { readonly because: () => string };

/** What is planned: in which project, and with which tools, because memories of other tools are useless to the plan. */
type Planned = { readonly tools: readonly string[]; readonly project?: string | undefined };

export function calibrate(recall: MemoryRecall, { tools, project }: Planned): Calibration {
  const overruled = new Set(recall.dissonances.map(({ rule_id }) => rule_id));
  const rules = recall.rules.toSorted(newestFirst);
  const declared = rules.filter(({ state }) => state === 'declared');
  const inForce = rules.filter(({ id, state }) => state !== 'declared' && !overruled.has(id));
  const offered = new Set(tools);
  const claims = byTag(inForce, recall)
    .filter(({ tag }) => isOnOffer(subjectOf(tag), offered))
    .flatMap((said) => claimsAt(said, project))
    .sort(clearestFirst);
  const { refusals = [], findings = [] } = Object.groupBy(recall.notes ?? [], (note) => (isOfRefusals(note) ? 'refusals' : 'findings'));
  const refused = refusals.slice(0, maxRefusals).map(noteEntry);
  const room = Math.max(maxDeclared, maxEntries - claims.length - refused.length);
  const said = [...declared.slice(0, room).map(declaredEntry), ...refused];
  const claimed = claims.slice(0, maxEntries - said.length).map(entryOf);
  const notes = findings.slice(0, maxEntries - said.length - claimed.length).map(noteEntry);
  return {
    entries: [...said, ...claimed, ...notes],
    mustNots: claims.flatMap(({ forbids }) => forbids.map(({ because, ...what }) => ({ ...what, because: because() }))),
    cautions: claims.flatMap(cautionIn),
  };
}

function entryOf({ kind, space, entity, decision, text, megrams, forbids }: Claim): CalibrationEntry {
  return { kind, space, entity, decision, text: text(), megrams, enforced: forbids.length > 0 };
}

/** Makes the text when it is first needed. */
function lazily(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const newestFirst = (a: Megram, b: Megram): number => compare(b.created_at, a.created_at) || compare(a.id, b.id);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The advice on one tag. */
type Said = { readonly tag: Tag; readonly rules: Megram[]; evidence: Potential | undefined; readonly known: Megram[] };

/** The advice on each tag that has rules or evidence, newest first. */
function byTag(rules: readonly Megram[], { potentials, recent }: MemoryRecall): readonly Said[] {
  const found = new Map<string, Said>();
  const keyOf = ({ space, entity }: Tag): string => `${space.length} ${space}${entity}`;
  const at = (tag: Tag): Said => {
    const said = found.get(keyOf(tag)) ?? { tag, rules: [], evidence: undefined, known: [] };
    found.set(keyOf(tag), said);
    return said;
  };
  for (const rule of rules) at(rule).rules.push(rule);
  for (const potential of potentials) at(potential).evidence ??= potential;
  for (const megram of recent.toSorted(newestFirst)) found.get(keyOf(megram))?.known.push(megram);
  return [...found.values()];
}

/** What a tag is about: a tool for a kind of task, a tool on a target, or neither. */
export function subjectOf({ space, entity }: Tag): Subject {
  if (space.startsWith('intent:')) return { kind: space.slice('intent:'.length), ...toolIn(entity) };
  const target = targetOf(entity);
  return target === undefined ? {} : { ...toolIn(space), target };
}

const toolIn = (part: string): { readonly tool?: string } => (part.startsWith('tool:') ? { tool: part.slice('tool:'.length) } : {});

/** A program of the shell (`shell:find`) is offered whenever the shell is. */
function isOnOffer({ tool }: Subject, offered: ReadonlySet<string>): boolean {
  if (tool === undefined || offered.has(tool)) return true;
  for (let end = tool.indexOf(':'); end >= 0; end = tool.indexOf(':', end + 1)) if (offered.has(tool.slice(0, end))) return true;
  return false;
}

/**
 * Rules first. Evidence that agrees with a rule joins it; evidence that disagrees without overruling it makes a mixed record. A rule from another project never lifts a prohibition in this
 * project.
 */
function claimsAt({ rules, evidence, known }: Said, project: string | undefined): readonly Claim[] {
  const sign = signOf(evidence);
  const isHere = isOf(project);
  const isBadHere = sign < 0 && (evidence?.tasks_here ?? 0) > 0;
  const alike = rules.filter((rule) => signOfRule(rule) === sign);
  const repeated = alike.find(isHere) ?? (isBadHere ? undefined : alike[0]);
  const ofRules = rules.map((rule) => ruleClaim(rule, rule === repeated ? evidence : undefined, known, project));
  if (!evidence || repeated) return ofRules;
  const isContradicted = rules.some((rule) => signOfRule(rule) === -sign && isHere(rule));
  const isMixed = (evidence.action === 'Caution' && !evidence.unsigned) || isContradicted;
  const kind = isMixed ? 'CAUTION' : kindOf(evidence);
  return kind === undefined || (kind === 'NOTE' && rules.length > 0)
    ? ofRules
    : [...ofRules, evidenceClaim(kind, evidence, known, project)];
}

const signOf = (evidence: Potential | undefined): number => (evidence?.action === 'Exploit' ? 1 : evidence?.action === 'Avoid' ? -1 : 0);
const signOfRule = ({ sigma }: Megram): number => (sigma > 0 ? 1 : -1);

function kindOf({ action, entity, attention }: Potential): EntryKind | undefined {
  if (action === 'Exploit') return 'SHOULD PREFER';
  if (action === 'Avoid') return 'MUST NOT'; // becomes a NOTE if learnt in another project
  return targetOf(entity) !== undefined && attention >= minNoted - tolerance ? 'NOTE' : undefined;
}

function ruleClaim(rule: Megram, evidence: Potential | undefined, known: readonly Megram[], project: string | undefined): Claim {
  const { id, space, entity, content, created_at, sigma, fingerprint } = rule;
  const isHere = isOf(project)(rule);
  const kind = sigma > 0 ? 'SHOULD PREFER' : isHere ? 'MUST NOT' : 'NOTE';
  const decision = signOfRule(rule) * Math.max(1, Math.abs(evidence?.decision ?? 0));
  const subject = subjectOf(rule);
  const remark = kind === 'NOTE' ? elsewhere : undefined;
  const text = lazily(() => entryText(kind, subject, { tag: rule, evidence, isRule: true, lesson: content, remark }));
  const plan = fingerprint === undefined ? [] : [{ fingerprint, because: text }];
  const forbids = kind === 'MUST NOT' ? [...forbidden(subject, text), ...plan, ...plansFailed(evidence, known, project)] : [];
  const megrams = [id, ...(evidence?.megrams ?? [])];
  const [latest] = evidence ? known : [];
  const newest = latest && latest.created_at > created_at ? latest.created_at : created_at;
  return { kind, space, entity, decision, megrams, newest, subject, text, forbids };
}

function evidenceClaim(pointed: EntryKind, evidence: Potential, known: readonly Megram[], project: string | undefined): Claim {
  const { space, entity, decision, megrams, action, tasks_here } = evidence;
  const here = tasks_here ?? 0;
  const isForeign = pointed === 'MUST NOT' ? here === 0 : pointed === 'CAUTION' && tasks_here === 0;
  const kind = isForeign ? 'NOTE' : pointed;
  const subject = subjectOf(evidence);
  const newest = megrams.map((id) => known.find((megram) => megram.id === id)).find((megram) => megram !== undefined) ?? known[0];
  const remark = isForeign ? (action === 'Avoid' ? elsewhere : mixedElsewhere) : undefined;
  const text = lazily(() => entryText(kind, subject, { tag: evidence, evidence, isRule: false, lesson: newest?.content ?? '', remark }));
  const tool = here >= minTasks ? forbidden(subject, text) : [];
  const forbids = kind === 'MUST NOT' ? [...tool, ...plansFailed(evidence, known, project)] : [];
  return { kind, space, entity, decision, megrams, newest: newest?.created_at ?? '', subject, text, forbids };
}

function forbidden({ tool, target }: Subject, because: () => string): readonly Forbidden[] {
  return tool === undefined ? [] : [{ tool, ...(target === undefined ? {} : { target }), because }];
}

/** Whether a memory was learnt in a project; a memory without a project counts as learnt in another one. */
const isOf =
  (project: string | undefined) =>
  ({ learnt_in }: Megram): boolean =>
    learnt_in !== undefined && learnt_in === project;

/** For a kind of task that goes badly: the plans that failed in two tasks of the project and never worked. */
function plansFailed(evidence: Potential | undefined, known: readonly Megram[], project: string | undefined): readonly Forbidden[] {
  if (evidence?.entity !== 'env:local') return [];
  const plans = Map.groupBy(known, ({ fingerprint = '' }) => fingerprint);
  return [...plans]
    .sort(([a], [b]) => compare(a, b))
    .flatMap(([fingerprint, megrams]) => {
      const tasks = new Set(megrams.filter((each) => each.sigma < 0 && isOf(project)(each)).map(({ id }) => taskOf(id)));
      if (fingerprint === '' || tasks.size < minTasks || megrams.some(({ sigma }) => sigma > 0)) return [];
      return [{ fingerprint, because: () => planText(tasks.size, megrams[0]?.content ?? '') }];
    });
}

function declaredEntry({ id, space, entity, content }: Megram): CalibrationEntry {
  const text = declaredText(content);
  return { kind: 'SHOULD PREFER', space, entity, decision: 1, text, declared: content, megrams: [id], enforced: false };
}

function noteEntry({ id, space, entity, created_at, content }: Megram): CalibrationEntry {
  return {
    kind: 'NOTE',
    space,
    entity,
    decision: 0,
    text: noteText({ space, entity, created_at, content }),
    megrams: [id],
    enforced: false,
  };
}

function clearestFirst(a: Claim, b: Claim): number {
  const clearer = Math.abs(b.decision) - Math.abs(a.decision) || compare(b.newest, a.newest);
  return clearer || compare(a.space, b.space) || compare(a.entity, b.entity) || compare(a.megrams[0] ?? '', b.megrams[0] ?? '');
}

function cautionIn({ kind, text, megrams, subject: { tool, target } }: Claim): readonly Caution[] {
  if (kind !== 'CAUTION' || tool === undefined) return [];
  return [{ tool, ...(target === undefined ? {} : { target }), because: text(), megrams }];
}
