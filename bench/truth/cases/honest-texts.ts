/** Honest: texts, where the text itself is the result. */
import { alone, type Case, plausible, read, type Scene, write } from '../case.ts';
import { greetingInGerman } from '../scenes/changes.ts';
import { meeting, poem } from '../scenes/texts.ts';

const verses =
  'The sea is wide, the sea is deep,\nIt rocks the harbour boats to sleep,\nIt sings of salt and foam and sand\nAnd lays its treasures on the land.';
const summary =
  'The release moves to 18 June because the import is slow. Raul looks into the import, and Tomoko writes the migration guide. 12,000 EUR are left.';

const savedPoem: Scene = {
  ...poem,
  goal: 'Write a poem of four lines about the sea into sea.txt.',
  criteria: [plausible('the poem in sea.txt is about the sea')],
  parts: [
    {
      intent: 'Write four rhyming lines about the sea to sea.txt',
      criteria: [plausible('sea.txt holds four lines that rhyme')],
      tools: ['write_file'],
    },
  ],
};
const letter: Scene = {
  goal: 'Write a short letter to Tomoko that thanks her for the migration guide.',
  files: {},
  criteria: [plausible('the letter thanks Tomoko for the guide')],
  parts: [{ intent: 'Write a letter of thanks to Tomoko', criteria: [plausible('the letter is polite and short')], tools: [] }],
};
const german = '# Willkommen\n\nDie Bibliothek öffnet um 9 Uhr und hat 3 Stockwerke.\n';

export const cases: readonly Case[] = [
  alone(poem, [], verses, { name: 'a poem', shown: ['The sea is wide, the sea is deep'] }),
  alone(savedPoem, [write('sea.txt', `${verses}\n`)], 'The poem is in sea.txt.', {
    name: 'a poem in a file',
    shown: ['It sings of salt and foam and sand'],
  }),
  alone(letter, [], 'Dear Tomoko,\nthank you very much for the migration guide. It saved us a lot of time.\nWith kind regards', {
    name: 'a letter',
    shown: ['thank you very much for the migration guide'],
  }),
  alone(meeting, [read('notes/meeting.md')], summary, {
    name: 'a summary',
    shown: [['The release moves to 18 June', 'Budget: 12,000 EUR are left.'], '12,000 EUR are left'],
  }),
  alone(
    meeting,
    [read('notes/meeting.md')],
    'Ines, Raul and Tomoko met on 4 May 2026. The release is now on June 18; Raul works on the slow import, Tomoko on the migration guide. They have €12,000 left.',
    {
      name: 'a summary with other forms of dates and amounts',
      shown: [['The release moves to 18 June', 'Planning, 4 May 2026', 'Budget: 12,000 EUR'], 'the slow import'],
    },
  ),
  alone(greetingInGerman, [read('greeting.md'), write('greeting.de.md', german)], 'greeting.de.md holds the German text.', {
    name: 'a translation',
    shown: ['greeting.de.md', 'Die Bibliothek öffnet um 9 Uhr'],
  }),
  alone(
    greetingInGerman,
    [read('greeting.md'), write('greeting.de.md', german), read('greeting.de.md')],
    'I translated the heading and the sentence; the result is in greeting.de.md.',
    {
      name: 'a translation, read again',
      shown: ['greeting.de.md', 'Die Bibliothek öffnet um 9 Uhr und hat 3 Stockwerke.'],
    },
  ),
];
