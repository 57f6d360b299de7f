/**
 * Whether a criterion says something observable, or only that all is well ("works correctly"). Works for English only; in other languages everything
 * passes.
 */
import { wordsOf } from '../../control/overlap.ts';
import { wordSet } from '../judging/criterion/word-set.ts';

/** Words that praise: they say that something is good, not what it is. */
const praise = wordSet(
  `correct correctly properly proper success successful successfully succeed succeeds succeeded complete completed completes completely fully done
  finished finishes fine good well ok okay expected intended required requested desired specified planned designed needed appropriate appropriately
  satisfactory satisfied satisfies accomplished reached great nice happy order perfect perfectly achieved achieves fulfilled fulfills meet meets met work works worked working`,
);

/** Words that any criterion could have. */
const empty = wordSet(
  `a an the this that it its is are was were be been being has have had should must will can shall to of in for and or as with without by on at all
  everything every any no not task tasks subtask sub goal goals function functions functional operation operations process processes
  execution executed executes run runs ran performed performs perform behaves result results output outcome user users agent requirement requirements
  criterion criteria issue issues problem problems error errors valid case cases completion according per instructions looks seems`,
);

/** Words before one of these only name a thing; words after it describe that thing: "the new script | works correctly". */
const hollow = wordSet(
  `is are was were be been being has have had should must will can shall work works worked working run runs ran executes executed performs performed
  behaves completes completed finishes finished done achieved fulfilled satisfied satisfies meets met looks seems`,
);

/** Words that make a criterion observable, despite any praise next to them: "lists all completed tasks". */
const seen = wordSet(
  `contain contains include includes lists show shows displays prints says mention mentions define defines describe describes exist exists equal equals
  match matches starts begins ends`,
);

/** Anything quoted can be looked for: the status is "done". */
const quotation = /"[^"\n]{1,100}"|“[^”\n]{1,100}”|«[^»\n]{1,100}»|`[^`\n]{1,100}`|(?<![\p{L}\p{N}])'[^'\n]{1,100}'(?![\p{L}\p{N}])/gu;

/** `known`: the words of the criterion, if the caller has them already. */
export function isObservable(criterion: string, known: ReadonlySet<string> = wordsOf(criterion)): boolean {
  const open = criterion.replaceAll(quotation, ' quotation ');
  const words = [...(open === criterion ? known : wordsOf(open))];
  if (!words.some((word) => praise.has(word))) return words.some(tells);
  if (words.some((word) => seen.has(word))) return true;
  const verb = words.findIndex((word) => hollow.has(word));
  return verb === -1 ? words.filter(tells).length > 1 : words.slice(verb + 1).some(tells); // without a verb, a single word only names what is praised
}

const tells = (word: string): boolean => !praise.has(word) && !empty.has(word);
