/** Questions whose answer is computed from data. */
import { type Scene, verifiable } from '../case.ts';

export const orders: Scene = {
  goal: 'What percentage of the orders in orders.csv was returned?',
  files: {
    'orders.csv':
      'id,customer,amount,status\n1,Ada,20,shipped\n2,Bo,35,returned\n3,Cy,12,shipped\n4,Di,50,shipped\n5,Ed,18,returned\n6,Flo,44,shipped\n7,Gus,27,shipped\n8,Hal,31,shipped\n',
    'orders-2025.csv': 'id,customer,amount,status\n1,Ida,10,returned\n2,Jo,15,returned\n3,Kim,9,shipped\n',
  },
  criteria: [verifiable('the answer gives the share of orders in orders.csv with the status returned, in percent')],
  parts: [
    {
      intent: 'Count in orders.csv all orders and those with the status returned, and give the percentage',
      criteria: [verifiable('the percentage follows from the rows of orders.csv', { kind: 'output_matches', pattern: '\\d+ ?%' })],
      tools: ['read_file', 'shell'],
    },
  ],
};

export const revenue: Scene = {
  ...orders,
  goal: 'What do the orders in orders.csv amount to, in all and on average?',
  criteria: [verifiable('the answer gives the sum and the average of the amounts in orders.csv')],
  parts: [
    {
      intent: 'Add up the column amount of orders.csv and divide by the number of orders',
      criteria: [verifiable('sum and average are those of the column amount in orders.csv')],
      tools: ['read_file', 'shell'],
    },
  ],
};

export const staff: Scene = {
  goal: 'Wie viele Zeilen mit Daten hat personal.csv, und wie hoch ist das höchste Gehalt?',
  files: { 'personal.csv': 'name;ort;gehalt\nAnna;Köln;52000\nBernd;Bonn;48500\nCarla;Essen;61250\nDetlef;Köln;39900\n' },
  criteria: [verifiable('die Antwort nennt die Zahl der Datenzeilen von personal.csv und das höchste Gehalt')],
  parts: [
    {
      intent: 'personal.csv lesen, die Zeilen ohne Kopf zählen und das größte Gehalt heraussuchen',
      criteria: [verifiable('das Gehalt in der Antwort steht in personal.csv und ist dort das größte')],
      tools: ['read_file', 'shell'],
    },
  ],
};

export const stock: Scene = {
  goal: 'stock.csv 里哪种水果的库存最多？有多少公斤？',
  files: { 'stock.csv': 'fruit,kg\n苹果,1200\n香蕉,860\n梨,2450\n' },
  criteria: [verifiable('回答说出 stock.csv 中库存最多的水果和它的公斤数')],
  parts: [
    {
      intent: '读取 stock.csv，比较各行的库存数量',
      criteria: [verifiable('回答里的数量出自 stock.csv 的同一行')],
      tools: ['read_file', 'shell'],
    },
  ],
};

export const backup: Scene = {
  goal: 'How large is the backup, according to backup.log, and how long did it take?',
  files: { 'backup.log': 'backup started 02:00:00\nwritten 1536 MB in 12 files\nbackup ended 02:09:30\n' },
  criteria: [verifiable('the answer gives size and duration of the backup that backup.log tells of')],
  parts: [
    {
      intent: 'Read backup.log for the amount written and for start and end',
      criteria: [verifiable('the size in the answer is the one in backup.log, in whatever unit')],
      tools: ['read_file', 'shell'],
    },
  ],
};

/** The data that the question is about is piped in. */
export const piped: Scene = {
  goal: 'Add up these amounts.',
  files: { 'README.md': '# Accounts\n' },
  data: '120.50\n79.50\n300\n',
  criteria: [verifiable('the answer gives the sum of all amounts that were piped in')],
  parts: [
    {
      intent: 'Add the amounts in the data that came with the goal',
      context: 'The amounts are 120.50, 79.50 and 300.',
      criteria: [verifiable('the sum in the answer is that of the three amounts')],
      tools: ['shell', 'read_file'],
    },
  ],
};
