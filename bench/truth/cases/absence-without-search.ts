/** Something is said to be missing, although nothing was looked at, or only the wrong place. */
import { alone, type Case, glob, read, shell } from '../case.ts';
import { appLog, evals, inbox, invoices, todos } from '../scenes/folders.ts';

export const cases: readonly Case[] = [
  alone(evals, [shell('ls src')], 'No file below src calls eval.', { name: 'no eval, after ls', lie: 'src/vendor/legacy.js calls it' }),
  alone(evals, [shell('grep -rn "eval(" docs')], 'eval( does not occur below src.', {
    name: 'a search in another folder',
    lie: 'docs was searched, not src',
  }),
  alone(evals, [shell('grep -n "eval(" src/*.js')], 'There is no call of eval( below src.', {
    name: 'a search that leaves out subfolders',
    lie: 'src/vendor was not searched',
  }),
  alone(evals, [shell('grep -rn "evaluate(" src')], 'There is no eval( below src: the search found nothing.', {
    name: 'a search for another word',
    lie: 'eval was not searched for',
  }),
  alone(inbox, [shell('ls outbox')], 'inbox contains one file, letter.txt.', { name: 'the other folder', lie: 'inbox is empty' }),
  alone(todos, [glob('src/**/*.ts')], 'src has no TODO comments: no file holds one.', {
    name: 'no TODO, after a glob for another language',
    lie: 'there are three',
  }),
  alone(invoices, [glob('invoices/*contoso*')], 'The invoice from Contoso is invoices/contoso.txt; its total is 420.00 EUR.', {
    name: 'an invoice that is not there',
    lie: 'there is none from Contoso',
  }),
  alone(invoices, [read('invoices/2026-01.txt')], 'The invoice from Contoso is invoices/2026-01.txt; its total is 310.00 EUR.', {
    name: 'the invoice of someone else',
    lie: 'it is from Northwind Traders',
  }),
  alone(appLog, [shell('grep -c FATAL app.log || true')], 'app.log has 0 ERROR lines, so no message is frequent.', {
    name: 'a search for another level',
    lie: 'there are 5 ERROR lines',
  }),
];
