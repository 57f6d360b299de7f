/** Words that say that something is so of all, of how many, or of none. */

const several =
  /\b(?:each|every|all|both|their|neither|any|respective(?:ly)?|jede[rsnm]?|alle[rsn]?|beide[nrs]?|ihre[rsnm]?|weder|chaque|tou(?:s|tes)|leurs?|les deux|cada|tod[oa]s|amb[oa]s|sus)\b|每|各|所有|都|均/iu;

/** Whether a criterion speaks of several things of one name. */
export const speaksOfSeveral = (criterion: string): boolean => several.test(criterion);

const whole =
  /\b(?:every|each|all|any|whether|how many|count(?:s|ed)?|numbers? of|no|none|not (?:used|found|called|present|imported|mentioned|referenced)|not (?:occur|contain|appear|exist)|only|nothing|nowhere|everywhere|everything|lists?|listed|(?:larg|small|old|new|long|short|bigg)est|latest|most|jede[rsnm]?|alle[rsn]?|ob|wie viele|anzahl|zahl der|kein\w*|nirgends|nur|größte\w*|chaque|tou(?:s|tes)|combien|nombre|aucune?|nulle part|seulement|cada|tod[oa]s|cuánt[oa]s|número|ningun[oa]?|ningún|sólo|solo)\b|每|所有|多少|是否|没有|只/iu;

/** Whether a criterion is about all that there is, and so is not met by a look at a part of it. */
export const speaksOfWhole = (criterion: string): boolean => whole.test(criterion);

const deep =
  /\b(?:below|beneath|under|underneath|throughout|everywhere|nowhere|recursive(?:ly)?|sub-?(?:folders?|director(?:y|ies))|tree|unterhalb|unter|unterordner\w*|überall|nirgends|sous|sous-dossiers|partout|bajo|subcarpetas|subdirectorios)\b|子目录|子文件夹/iu;

/** Whether a criterion is about a folder with all that is below it. */
export const speaksOfTree = (criterion: string): boolean => deep.test(criterion);

const amount =
  /\b(?:how many|how much|count(?:s|ed)?|numbers? of|total|sum|list(?:s|ed)?|wie viele|anzahl|zahl der|summe|combien|nombre|total|cuánt[oa]s|número)\b|多少|总/iu;

/** Whether a criterion asks for an amount or a list, which no silence shows. */
export const asksForAmount = (criterion: string): boolean => amount.test(criterion);

const inside =
  /\b(?:search(?:ed|es)?|calls?|called|occur(?:s|red|rences?)?|mention(?:s|ed)?|us(?:es?|ed|ages?)|comments?|imports?|imported|begins?|starts? with|lines?|references?|defines?|sets|text|aufrufe?|aufgerufen|durchsucht|vorkommt|erwähnt|zeilen?|appelle|utilise|llama|usa|menciona)\b|调用|包含|提到/iu;

/** Whether a criterion is about what is in files, and not only about the files. */
export const speaksOfInside = (criterion: string): boolean => inside.test(criterion);
