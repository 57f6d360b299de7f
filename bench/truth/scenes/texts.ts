/** Goals whose result is a text. */
import { plausible, type Scene, verifiable } from '../case.ts';

export const meeting: Scene = {
  goal: 'Summarise notes/meeting.md in at most three sentences.',
  files: {
    'notes/meeting.md':
      '# Planning, 4 May 2026\n\nPresent: Ines, Raul, Tomoko.\n\n- The release moves to 18 June because the import is slow.\n- Raul looks into the import.\n- Tomoko writes the migration guide.\n- Budget: 12,000 EUR are left.\n',
  },
  criteria: [verifiable('every date, name and amount in the summary stands in notes/meeting.md')],
  parts: [
    {
      intent: 'Read notes/meeting.md and put it into at most three sentences',
      criteria: [plausible('the summary covers the release date, who does what, and the budget')],
      tools: ['read_file'],
    },
  ],
};

export const poem: Scene = {
  goal: 'Write a poem of four lines about the sea.',
  files: {},
  criteria: [plausible('the poem is about the sea')],
  parts: [{ intent: 'Write four rhyming lines about the sea', criteria: [plausible('the poem has four lines')], tools: [] }],
};

export const release: Scene = {
  goal: 'When was version 2.1.0 released, and what did it fix? See CHANGELOG.md.',
  files: {
    'CHANGELOG.md':
      '# Changes\n\n## 2.2.0, 2026-04-30\n- faster start\n\n## 2.1.0, 2026-02-11\n- fixed: the lock was never released\n\n## 2.0.0, 2025-12-01\n- new format\n',
  },
  criteria: [verifiable('the answer gives the date of 2.1.0 and its fix from CHANGELOG.md')],
  parts: [
    {
      intent: 'Find the entry of 2.1.0 in CHANGELOG.md',
      criteria: [verifiable('date and fix in the answer stand below 2.1.0 in CHANGELOG.md')],
      tools: ['read_file', 'shell'],
    },
  ],
};

export const owners: Scene = {
  goal: 'Who maintains the modules parser and printer? See OWNERS.',
  files: { OWNERS: 'parser: Leila Haddad <leila@example.org>\nprinter: Jonas Weber <jonas@example.org>\n' },
  criteria: [verifiable('the answer names the maintainers of parser and printer that OWNERS lists')],
  parts: [
    {
      intent: 'Read OWNERS for parser and printer',
      criteria: [verifiable('both names in the answer stand in OWNERS')],
      tools: ['read_file', 'shell'],
    },
  ],
};
