/** What a judge passes or an answer claims although the person refused it, and nothing else was done to the same path (Law 0). Pure. */
import type { FileEffect } from '../../contracts/control.ts';
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { ToolCall } from '../../contracts/execution.ts';
import { type Kept, keptIn, mentionedIn } from '../declined.ts';
import { sentencesIn } from './answer/sentences-in.ts';
import { verdictByCode } from './verdict-by-code.ts';

type Judged = readonly (readonly [Criterion, CriterionVerdict])[];

type Seen = { readonly calls: readonly ToolCall[]; readonly cwd: string; readonly answer: string };

/**
 * The verdicts of a judge, with a fail for each pass of a criterion that claims the very change which the person refused, or that is proved by such a
 * claim in the answer. The planner then takes into account what they said instead.
 */
export function againstRefusals(judged: Iterable<Judged[number]>, { calls, cwd, answer }: Seen): Judged {
  const kept = keptIn(calls);
  const claims = claimsIn(answer, kept, cwd);
  return [...judged].map(([criterion, verdict]) => {
    if (verdict.verdict !== 'pass' || criterion.builtin) return [criterion, verdict];
    const claimed = keeps.test(criterion.criterion) ? undefined : claimIn(criterion.criterion, kept, cwd);
    const refused =
      claimed ?? claims.find(({ sentence }) => quotes(verdict.evidence, sentence).some((quote) => claimIn(quote, kept, cwd)))?.refused;
    if (refused === undefined) return [criterion, verdict];
    return [criterion, verdictByCode(criterion, { verdict: 'fail', failure_class: null, evidence: asItWas(refused) })];
  });
}

/** The sentences of an answer that claim what was refused, each as an objection. In doubt, a claim is missed rather than made up. */
export function refusedClaims(answer: string, calls: readonly ToolCall[], cwd: string): readonly string[] {
  const kept = keptIn(calls);
  if (kept.length === 0) return [];
  const claims = claimsIn(answer, kept, cwd);
  return [...new Set(claims.map(({ refused }) => `the answer says otherwise, but ${asItWas(refused)}`))].slice(0, 5);
}

type Claim = { readonly sentence: string; readonly refused: Refused };

function claimsIn(answer: string, kept: readonly Kept[], cwd: string): readonly Claim[] {
  if (kept.length === 0) return [];
  return sentencesIn(withoutLeftAlone(answer)).flatMap((sentence) => {
    const refused = claimIn(sentence, kept, cwd);
    return refused ? [{ sentence, refused }] : [];
  });
}

/** What a judge's evidence, with a quote on each line, takes from a sentence: all of it, or a line of the evidence that is a part of it. */
const quotes = (evidence: string, sentence: string): readonly string[] =>
  plain(evidence).includes(plain(sentence)) ? [sentence] : evidence.split('\n').filter((line) => plain(sentence).includes(plain(line)));

const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!;]+$/, '')
    .toLowerCase();

/** An answer without the sentences that say what was left alone, refused, or would only be possible. */
export const withoutLeftAlone = (answer: string): string =>
  sentencesIn(answer.slice(0, maxRead))
    .filter((sentence) => !left.test(sentence))
    .join('\n');

type Refused = { readonly action: string; readonly path: string };

/** The first refused change that a text claims: it names the path, and has a word for such a change. */
function claimIn(text: string, kept: readonly Kept[], cwd: string): Refused | undefined {
  for (const { action, effects } of kept) {
    const claimed = effects.filter(({ change }) => cameAbout[change].test(text));
    const [path] = mentionedIn(text, { effects: claimed }, cwd);
    if (path !== undefined) return { action, path };
  }
  return undefined;
}

const asItWas = ({ action, path }: Refused): string => `${action} was refused, so ${path} is as it was`;

/** The limit on how much of an answer is searched for claims, in characters. */
const maxRead = 20_000;

const words = (latin: string, other: string): RegExp => new RegExp(String.raw`\b(?:${latin})(?!\p{L})|${other}`, 'iu');

const changed = words(
  'changed|updated|edited|modified|overwritten|overwrote|rewritten|rewrote|replaced|truncated|emptied|cleared|fixed|added|appended|set|renamed|moved|geändert|aktualisiert|überschrieben|ersetzt|geleert|ergänzt|umbenannt|verschoben|modifiée?s?|remplacée?s?|ajoutée?s?|renommée?s?|déplacée?s?|modificad[oa]s?|cambiad[oa]s?|reemplazad[oa]s?|añadid[oa]s?|movid[oa]s?|renombrad[oa]s?',
  '覆盖|替换|修改|更新|移动|重命名|添加',
);

/** Words for each change once it came about. */
const cameAbout = {
  deleted: words(
    "deleted|removed|erased|gone|absent|missing|no longer|(?:does not|doesn['’]t) exist|(?:is|are) not there|cleaned|cleared|renamed|moved|gelöscht|entfernt|weg|umbenannt|verschoben|supprimée?s?|effacée?s?|n['’]existe plus|renommée?s?|déplacée?s?|eliminad[oa]s?|borrad[oa]s?|ya no existe|movid[oa]s?|renombrad[oa]s?",
    '删除|移除|不存在|移动|重命名',
  ),
  changed,
  metadata: changed,
  created: words(
    'created|written|wrote|added|saved|installed|exists|(?:is|are) there|erstellt|angelegt|geschrieben|hinzugefügt|créée?s?|écrite?s?|ajoutée?s?|cread[oa]s?|escrit[oa]s?|añadid[oa]s?',
    '创建|写入|添加|存在',
  ),
} as const satisfies Record<FileEffect['change'], RegExp>;

/** Words of a criterion that asks for no change. */
const keeps =
  /\b(?:unchanged|untouched|unmodified|intact|kept|keeps?|still|remains?|stays?|as (?:it|they) (?:was|were)|not (?:be |been )?(?:changed|touched|modified|deleted|removed)|unverändert|behalten|bleibt|noch|inchangée?s?|reste|toujours|intact[oa]s?|sigue)(?!\p{L})|不变|保留|仍/iu;

/** Words for what was left alone, refused, or would only be possible. */
const left =
  /\b(?:not|never|kept|keep|leave|left|unchanged|untouched|intact|still|remains?|stays?|stayed|refused|declined|rejected|without|instead|would|could|should|can|may|might|if|to be|you|nicht|kein\w*|behalten|bleibt|bleiben|wäre|würde\w*|abgelehnt|pas|gardée?s?|reste|refusée?s?|serait|conservad[oa]s?|sigue|rechazad[oa]s?|sería|sin)(?!\p{L})|n['’]t\b|\bno\b(?! longer)|没有|未|不|保留|拒绝/iu;
