/** What kind of thing a criterion says. */

const absence =
  /\b(?:no|not|none|never|without|absent|absence|missing|nothing|nobody|empty|removed?|deleted?|gone|clean|unchanged|free|longer|zero|0|neither|nor|unused|nowhere|lacks?|cannot|whether|if|how|what|which|who|any|all|every|lists?|kein\w*|nicht|ohne|leer|nichts|ob|aucun\w*|pas|sans|rien|sin|ning\p{L}*|nada)\b|n't|没有|无|不|未|是否|ない|なし/iu;

/** Whether a criterion can be met by something that is not there. */
export const speaksOfAbsence = (criterion: string): boolean => absence.test(criterion);

/** A folder that is called as what is done there. */
const folder =
  /\b(?:in|below|under|inside|within|into|from|folder|directory)\s+(?:builds?|tests?|specs?)\b(?!\s+(?:mode|order|run|suite))|\bbuild\/|\b(?:build|tests?|specs?)\s+(?:contains?|holds?|folder|directory|is empty)\b/gi;

const success =
  /\b(?:pass(?:es|ed|ing)?|succeeds?|successful(?:ly)?|green|clean(?:ly)?|compiles?|builds?|works?|valid)\b|\bwithout (?:any )?(?:errors?|failures?|warnings?)|\bno (?:\w+ )?(?:errors?|failures?|warnings?)|\bexits? (?:with )?(?:code )?0\b/i;
const failure =
  /\b(?:fail(?:s|ed|ing|ures?)?|broken|error message|crash(?:es)?|which tests|reports?|rejects?|says?|states?|names?|lists?|explains?)\b/i;

const faultless = /\b(?:no|without(?: any)?) (?:\w+ )?(?:errors?|failures?|warnings?)\b/i;

/** Whether a criterion says that something went well, and so is not met by a run that failed. */
export const speaksOfSuccess = (criterion: string): boolean =>
  faultless.test(criterion) || (success.test(criterion.replaceAll(folder, ' ')) && !failure.test(criterion));

/** Whether a criterion says that something is in no place, and so is not met by a search that finds it. */
export const deniesFinding = (criterion: string): boolean =>
  /^(?:there (?:is|are) )?no\b|\b(?:has|have|contains?) no\b|\bnowhere\b|\bno longer\b/i.test(criterion);

/** Whether a criterion is met, too, by a text in which something is not found. */
export const leavesOpen = (criterion: string): boolean =>
  deniesPresence(criterion) || /\b(?:whether|any|ob|si)\b|是否|有没有/iu.test(criterion);

/** Whether a criterion says that files are not there, and so is met by a list that does not have them. */
export const deniesPresence = (criterion: string): boolean =>
  /\b(?:no|none|not|neither|nor|gone|deleted|removed|no longer|weder|noch|kein\w*|nicht|gelöscht|entfernt|aucune?|supprimée?s?|ningún|eliminad[oa]s?)\b|没有|不|删除/iu.test(
    criterion,
  );

const file = String.raw`^(?:the )?(?:file |script |program )?["'\`]?[\w./-]{1,200}\.\w{1,10}["'\`]?`;
const inFile = new RegExp(
  `${file} (?:contains?|lists?|names?|mentions?|includes?|describes?|explains?|declares?|sets|exports?|has|states?|says?|links?)\\b`,
  'i',
);
const byRunning = new RegExp(`${file} (?:prints?|outputs?|runs?|returns?)\\b`, 'i');

/** Whether a criterion is about what is in a file, which a list of names does not show. */
export const speaksOfContent = (criterion: string): boolean => inFile.test(criterion);

/** Whether a criterion is about what a script does when it runs. */
export const speaksOfRunning = (criterion: string): boolean => byRunning.test(criterion);

const outcome =
  /\b(?:pass(?:es|ed|ing)?|succeeds?|green|fail(?:s|ed|ing|ures?)?|runs?|ran|results?|exits?|laufen|bestehen|bestanden|passent|réussissent|pasan)\b|通过/iu;

const tests = /\b(?:tests?|test suite|suite|specs?|unittest|pytest|vitest|jest|mocha|rspec|phpunit|ctest)\b/i;

/** What is said of the tests themselves, and not of how they end. */
const edited =
  /\btests?\b[^.;:]{0,40}\b(?:deleted|removed|skipped|weakened|disabled|edited|added|renamed)\b|\b(?:delete|remove|skip|weaken|disable)[sd]?\b[^.;:]{0,30}\btests?\b/i;

/** Whether a criterion is about a run of tests. */
export const speaksOfTests = (criterion: string): boolean =>
  tests.test(criterion.replaceAll(folder, ' ')) && outcome.test(criterion) && !edited.test(criterion) && !speaksOfPast(criterion);

const past =
  /\b(?:which|what|why|how)\b[^.;]{0,40}\b(?:failed|was|were|broke|caused|happened|had)\b|\bthe (?:cause|reason)\b|\bwas wrong\b|\bbefore the (?:fix|change|edit)\b|\bprevious(?:ly)?\b|\boriginal(?:ly)?\b/i;

/** Whether a criterion asks for what was, which later changes do not make untrue. */
export const speaksOfPast = (criterion: string): boolean => past.test(criterion);

/** Whether a criterion is about a build, a compiler or a linter. */
export const speaksOfBuild = (criterion: string): boolean =>
  /\b(?:builds?|compiles?|compilation|type-?checks?|lints?|linter|linting)\b/i.test(criterion.replaceAll(folder, ' ')) &&
  (success.test(criterion.replaceAll(folder, ' ')) || outcome.test(criterion));

/** What a run of tests or a compiler prints when it did not go well. */
export const showsFailure = (output: string): boolean =>
  /\b[1-9]\d{0,6} (?:tests? )?(?:failed|failing|failures?|errors?)\b|\b(?:failures|errors|failed)[=:] ?[1-9]|^(?:FAILED|FAIL|not ok|ERROR|error)\b|\berror(?: TS\d+)?:|Traceback \(most recent/im.test(
    output,
  );
