/** What kind of statement a criterion makes. Pure. */
import { isPath } from './names-in.ts';

const says =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

/** Whether the absence of something can meet a criterion. */
export const speaksOfAbsence = says(
  /\b(?:no|not|none|never|without|absent|absence|missing|nothing|nobody|empty|removed?|deleted?|gone|clean|unchanged|free|longer|zero|0|neither|nor|unused|nowhere|lacks?|cannot|whether|if|how|what|which|who|any|all|every|lists?|kein\w*|nicht|ohne|leer|nichts|ob|aucun\w*|pas|sans|rien|sin|ning\p{L}*|nada)\b|n't|没有|无|不|未|是否|ない|なし/iu,
);

/** A folder named after the kind of work done in it. */
const folder =
  /\b(?:in|below|under|inside|within|into|from|folder|directory)\s+(?:builds?|tests?|specs?)\b(?!\s+(?:mode|order|run|suite))|\bbuild\/|\b(?:build|tests?|specs?)\s+(?:contains?|holds?|folder|directory|is empty)\b/gi;

const success =
  /\b(?:pass(?:es|ed|ing)?|succeeds?|successful(?:ly)?|green|clean(?:ly)?|compiles?|builds?|works?|valid)\b|\bwithout (?:any )?(?:errors?|failures?|warnings?)|\bno (?:\w+ )?(?:errors?|failures?|warnings?)|\bexits? (?:with )?(?:code )?0\b/i;
const failure =
  /\b(?:fail(?:s|ed|ing|ures?)?|broken|error message|crash(?:es)?|which tests|reports?|rejects?|says?|states?|names?|lists?|explains?)\b/i;

const faultless = /\b(?:no|without(?: any)?) (?:\w+ )?(?:errors?|failures?|warnings?)\b/i;

/** Whether a criterion says that something succeeds, so that a failed run does not prove it. */
export const speaksOfSuccess = (criterion: string): boolean =>
  faultless.test(criterion) || (success.test(criterion.replaceAll(folder, ' ')) && !failure.test(criterion));

/** Whether a criterion says that something occurs nowhere, so that finding it disproves the criterion. */
export const deniesFinding = says(/^(?:there (?:is|are) )?no\b|\b(?:has|have|contains?) no\b|\bnowhere\b|\bno longer\b/i);

/** Whether all that a criterion says is that there is none of something, so that a search that finds none proves it. */
export const saysOnlyNone = (criterion: string): boolean => isNone.test(criterion) && !saysMore.test(criterion);

const isNone =
  /^(?:there (?:is|are) )?(?:no|nothing)\b|\b(?:is|are|has|have|holds?|contains?|includes?|lists?|mentions?) (?:no|none|nothing)\b|\bno longer\b|\bnowhere\b/i;
const saysMore = /\b(?:and|but|except|besides|only|others?|rest|still|remain\w*|stays?|keeps?|kept|unchanged|untouched|every|each|all)\b/i;

/** Whether a text can also meet a criterion by lacking something. */
export const leavesOpen = (criterion: string): boolean =>
  deniesPresence(criterion) || /\b(?:whether|any|ob|si)\b|是否|有没有/iu.test(criterion);

/** Whether a criterion says that files do not exist, so that a list without them proves it. */
export const deniesPresence = says(
  /\b(?:no|none|not|neither|nor|gone|deleted|removed|no longer|weder|noch|kein\w*|nicht|gelöscht|entfernt|aucune?|supprimée?s?|ningún|eliminad[oa]s?)\b|没有|不|删除/iu,
);

const file = String.raw`^(?:the )?(?:file |script |program )?["'\`]?[\w./-]{1,200}\.\w{1,10}["'\`]?`;
const inFile = 'contains?|lists?|names?|mentions?|includes?|describes?|explains?|declares?|sets|exports?|has|states?|says?|links?';

/** Whether a criterion is about the content of a file, which a list of names does not show. */
export const speaksOfContent = says(new RegExp(`${file} (?:${inFile})\\b`, 'i'));

/** Whether a criterion is about what a script does when it runs. */
export const speaksOfRunning = says(new RegExp(`${file} (?:prints?|outputs?|runs?|returns?)\\b`, 'i'));

const outcome =
  /\b(?:pass(?:es|ed|ing)?|succeeds?|green|fail(?:s|ed|ing|ures?)?|runs?|ran|results?|exits?|laufen|bestehen|bestanden|passent|réussissent|pasan)\b|通过/iu;

const tests = /\b(?:tests?|test suite|suite|specs?|unittest|pytest|vitest|jest|mocha|rspec|phpunit|ctest)\b/i;

/** Statements about the tests themselves rather than about their result. */
const edited =
  /\btests?\b[^.;:]{0,40}\b(?:deleted|removed|skipped|weakened|disabled|edited|added|renamed)\b|\b(?:delete|remove|skip|weaken|disable)[sd]?\b[^.;:]{0,30}\btests?\b/i;

/** What a test file contains, and tests mentioned as the measure of something else. */
const described =
  /\b(?:holds?|contains?|has|have|includes?)\b[^.;:]{0,30}\btests?\b[^.;:]{0,20}\b(?:that|which|for|of|with|on)\b|\b(?:agrees?|consistent|in line|accordance)\b[^.;:]{0,80}\btests?\b/i;
const verdict = /\b(?:pass(?:es|ed|ing)?|succeeds?|green|fail(?:s|ed|ing|ures?)?|bestehen|bestanden|passent|réussissent|pasan)\b|通过/iu;

/** Whether a criterion is about a run of tests. */
export const speaksOfTests = (criterion: string): boolean =>
  tests.test(criterion.replaceAll(folder, ' ')) &&
  outcome.test(criterion) &&
  !edited.test(criterion) &&
  !speaksOfPast(criterion) &&
  !(described.test(criterion) && !verdict.test(criterion));

/** Whether a criterion is about the past, which later changes do not affect. */
export const speaksOfPast = says(
  /\b(?:which|what|why|how)\b[^.;]{0,40}\b(?:failed|was|were|broke|caused|happened|had)\b|\bthe (?:cause|reason)\b|\bwas wrong\b|\bbefore the (?:fix|change|edit)\b|\bprevious(?:ly)?\b|\boriginal(?:ly)?\b/i,
);

/** Whether a criterion is about a build, a compiler or a linter. */
export const speaksOfBuild = (criterion: string): boolean =>
  /\b(?:builds?|compiles?|compilation|type-?checks?|lints?|linter|linting)\b/i.test(criterion.replaceAll(folder, ' ')) &&
  (success.test(criterion.replaceAll(folder, ' ')) || outcome.test(criterion));

/** Whether the output of tests or a compiler shows a failure. */
export const showsFailure = says(
  /\b[1-9]\d{0,6} (?:tests? )?(?:failed|failing|failures?|errors?)\b|\b(?:failures|errors|failed)[=:] ?[1-9]|^(?:FAILED|FAIL|not ok|ERROR|error)\b|\berror(?: TS\d+)?:|Traceback \(most recent/im,
);

/** Whether a criterion is about several things with the same name. */
export const speaksOfSeveral = says(
  /\b(?:each|every|all|both|their|neither|any|respective(?:ly)?|jede[rsnm]?|alle[rsn]?|beide[nrs]?|ihre[rsnm]?|weder|chaque|tou(?:s|tes)|leurs?|les deux|cada|tod[oa]s|amb[oa]s|sus)\b|每|各|所有|都|均/iu,
);

/** Whether a criterion is about all of something, so that a look at a part does not prove it. */
export const speaksOfWhole = says(
  /\b(?:every|each|all|any|whether|how many|count(?:s|ed)?|numbers? of|no|none|not (?:used|found|called|present|imported|mentioned|referenced)|not (?:occur|contain|appear|exist)|only|nothing|nowhere|everywhere|everything|lists?|listed|(?:larg|small|old|new|long|short|bigg)est|latest|most|jede[rsnm]?|alle[rsn]?|ob|wie viele|anzahl|zahl der|kein\w*|nirgends|nur|größte\w*|chaque|tou(?:s|tes)|combien|nombre|aucune?|nulle part|seulement|cada|tod[oa]s|cuánt[oa]s|número|ningun[oa]?|ningún|sólo|solo)\b|每|所有|多少|是否|没有|只/iu,
);

/** Whether a criterion is about a folder and everything below it. */
export const speaksOfTree = says(
  /\b(?:below|beneath|under|underneath|throughout|everywhere|nowhere|recursive(?:ly)?|sub-?(?:folders?|director(?:y|ies))|tree|unterhalb|unter|unterordner\w*|überall|nirgends|sous|sous-dossiers|partout|bajo|subcarpetas|subdirectorios)\b|子目录|子文件夹/iu,
);

/** Whether a criterion asks for an amount or a list, which an empty output does not prove. */
export const asksForAmount = says(
  /\b(?:how many|how much|count(?:s|ed)?|numbers? of|total|sum|list(?:s|ed)?|wie viele|anzahl|zahl der|summe|combien|nombre|total|cuánt[oa]s|número)\b|多少|总/iu,
);

/** Whether a criterion is about the answer itself, which no tool shows. */
export const speaksOfAnswer = says(
  /^(?:the |an? |this )?(?:final |whole )?(?:answer|reply|response|summary|explanation)\b|\b(?:person|user) (?:is|was|has been) (?:told|informed)\b|^(?:die |eine )?antwort\b|^(?:la |une )?réponse\b|^(?:la |una )?respuesta\b|^(?:最终)?(?:回答|答案)/iu,
);

const kept =
  /^(?:the )?(?:(?:file|folder|directory|script|program) )?["'`]?([^\s"'`]{1,200})["'`]? (?:is still (?:there|present|in place)|still exists|(?:remains|stays|is (?:still )?kept)(?: there| in place)?)(?: in ["'`]?[^\s"'`]{1,200}\/["'`]?)?\.?$/i;

/** Whether a criterion says only that one file or folder still exists, which can be met without any change. */
export function speaksOfKept(criterion: string): boolean {
  const [, name = ''] = kept.exec(criterion.trim()) ?? [];
  return isPath(name);
}

/** Whether a criterion is about the content of files. */
export const speaksOfInside = says(
  /\b(?:search(?:ed|es)?|calls?|called|occur(?:s|red|rences?)?|mention(?:s|ed)?|us(?:es?|ed|ages?)|comments?|imports?|imported|begins?|starts? with|lines?|references?|defines?|sets|text|aufrufe?|aufgerufen|durchsucht|vorkommt|erwähnt|zeilen?|appelle|utilise|llama|usa|menciona)\b|调用|包含|提到/iu,
);
