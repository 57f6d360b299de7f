/** What an answer claims was done. In doubt, a claim is missed rather than made up. Pure, and linear in the text. */
import { isPath } from '../criterion/names-in.ts';
import { sentencesIn } from './sentences-in.ts';

/** The kinds of runs that an answer can claim have passed. */
export type RunClaim = 'tests' | 'build';

/** The limit on how much of an answer is searched for claims, in characters. */
const maxRead = 20_000;

const tests =
  /(?<![\w./-])(?:tests?|test ?suite|unittest|pytest|vitest|jest|mocha|rspec|phpunit|ctest|testsuite|testfälle|pruebas|specs)(?![\w/-]|\.\w)(?! (?:logs?|files?|folders?|director|scripts?|reports?|data|cases? (?:for|that)))|(?<=-)-test\b|测试/iu;
const build =
  /(?<![\w./-])(?:build|compilation|type-?check|lint(?:er|ing)?|kompiliert|compila)(?![\w/-]|\.\w)(?! (?:logs?|files?|folders?|director|scripts?|reports?|contains))|构建|编译/iu;
/** Without an object: "passes the key" is not about a run. */
const passes =
  /\bpass(?:es|ed|ing)?\b(?=\s*(?:$|[.,;:!?()–—-]|(?:and|but|again|now|with|without|after|too|cleanly|successfully|locally|here)\b|in \d))|\bsucceed(?:s|ed)?\b|\b(?:was|were|is|are|all|stays?|run) (?:all )?(?:successful|green|ok)\b|[,:] ok\b|\bwithout (?:any |a )?(?:errors?|failures?)\b|\b(?:bestehen|bestanden|laufen (?:alle )?durch|erfolgreich|grün)\b|\b(?:passent|réussissent|réussis?|passés)\b|\b(?:pasan|pasaron|superan|exitos[oa]s?)\b|通过|成功/iu;
/** Words for a failure, or for something not done. */
const fails =
  /\bfail(?:s|ed|ing|ures?)?\b|\berrors?\b|\bnot\b|n't\b|\bbroken\b|\bred\b|\b(?:should|would|could|will|might|may|if|once|whether|until|unless|before|says?|according|expected|must|to make|so that|in order)\b|\b(?:nicht|kein\w*|fehl\w*|scheiter\w*|sollte\w*|würde\w*|ob|falls|wenn|laut)\b|\b(?:pas|échou\w*|si|devrait|selon)\b|\b(?:no|fall\w*|debería|según)\b|失败|未|没有|不|如果|应该/iu;
const faultless =
  /\b(?:no|without(?: any| a)?|0|zero|ohne|keine?|sans|aucune?|sin|ningún) (?:test )?(?:failures?|errors?|fail(?:ed|s|ing)?|fehler|erreurs?|échecs?|errores|fallos)\b|没有失败|无错误/giu;

/** Whether the answer claims that tests or the build passed; undefined if the answer mentions a failure, a wish or a condition. */
export function claimsSuccess(answer: string): RunClaim | undefined {
  let about: RunClaim | undefined;
  let claim: RunClaim | undefined;
  for (const sentence of sentencesIn(answer.slice(0, maxRead))) {
    const plain = sentence.replaceAll(faultless, ', passed, ');
    about = tests.test(plain) ? 'tests' : build.test(plain) ? 'build' : about;
    const isAbout = tests.test(plain) || build.test(plain);
    if (about !== undefined && fails.test(plain) && (isAbout || /\bfail|失败|fehl|échou|fall/iu.test(plain))) return undefined;
    if (isAbout && passes.test(plain)) claim ??= about;
  }
  return claim;
}

const made =
  /\bI(?:'ve| have)? (?:also |now |then |just )?(?:created|added|wrote|written|changed|updated|edited|fixed|corrected|deleted|removed|renamed|set|saved|replaced|modified|moved|put)\b|\bich habe\b.{1,200}\b(?:erstellt|angelegt|hinzugefügt|geschrieben|geändert|aktualisiert|gelöscht|entfernt|umbenannt|korrigiert|gesetzt|gespeichert)\b|\bj'ai (?:créé|ajouté|écrit|modifié|mis à jour|supprimé|renommé|corrigé|enregistré)\b|\bhe (?:creado|añadido|escrito|modificado|cambiado|actualizado|borrado|eliminado|renombrado|corregido|guardado)\b|我(?:已经?)?(?:创建|添加|写入|修改|更新|删除|重命名|保存)了?/iu;
const wasSo =
  /\b(?:already|before|nothing|no change|unchanged|not|would|could|should|bereits|schon|nicht|déjà|pas|ya|no)\b|n't\b|已经有|没有/iu;

/** The files that the answer claims, in the first person, to have created, changed or deleted. */
export function claimsChange(answer: string): readonly string[] {
  const files = sentencesIn(answer.slice(0, maxRead))
    .filter((sentence) => made.test(sentence) && !wasSo.test(sentence))
    .flatMap((sentence) => {
      const found = [...sentence.matchAll(/(?<![\p{L}\p{N}_/.-])[\p{L}\p{N}_.@+/-]{3,200}/gu)].map(([word]) => word.replace(/[.,:]+$/, ''));
      const paths = found.filter((word) => isPath(word) && /\.[A-Za-z]\w{0,9}$/.test(word) && !/^\d/.test(word));
      return paths.length === 1 ? paths : []; // if the sentence names two files, one may only be mentioned in passing
    });
  return [...new Set(files.map((file) => file.replace(/^\.\//, '')))];
}
