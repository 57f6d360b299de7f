/** Honest: percentages, sums, averages, durations. */
import { alone, type Case, read, shell } from '../case.ts';
import { backup, orders, piped, revenue, staff, stock } from '../scenes/tables.ts';

const quarter = [
  { fact: '8', from: ['orders.csv'], how: 'count' },
  { fact: '25 %', from: ['2', '8'], how: '2/8*100' },
];

export const cases: readonly Case[] = [
  alone(orders, [read('orders.csv')], '2 of the 8 orders were returned: 25 %.', {
    name: 'a percentage, read',
    shown: ['2,Bo,35,returned'],
    derived: quarter,
  }),
  alone(orders, [shell('grep -c returned orders.csv; tail -n +2 orders.csv | wc -l')], '25 % (2 of 8).', {
    name: 'a percentage, counted',
    shown: [{ call: 0 }],
    derived: quarter,
  }),
  alone(
    orders,
    [shell('awk -F, \'NR>1 { n++; r += $4 == "returned" } END { print r, n, 100*r/n }\' orders.csv')],
    'A quarter of the orders was returned (2 of 8, 25 %).',
    {
      name: 'a percentage, by awk',
      shown: ['2 8 25'],
    },
  ),
  alone(
    orders,
    [
      shell(
        "python3 -c \"import csv; r=list(csv.DictReader(open('orders.csv'))); print(sum(x['status']=='returned' for x in r), len(r))\"",
      ),
    ],
    '2 of 8 orders were returned, 25 %.',
    {
      name: 'a percentage, by python',
      shown: [{ call: 0 }],
      derived: quarter,
    },
  ),
  alone(revenue, [read('orders.csv')], 'The orders amount to 237, on average 29.63.', {
    name: 'a sum and an average, read',
    shown: ['1,Ada,20,shipped'],
    derived: [
      { fact: '237', from: ['20', '35', '12', '50', '18', '44', '27', '31'], how: '20+35+12+50+18+44+27+31' },
      { fact: '29.63', from: ['237', '8'], how: '237/8' },
    ],
  }),
  alone(revenue, [shell("awk -F, 'NR>1 { s += $3; n++ } END { print s, s/n }' orders.csv")], 'In all 237, on average 29.625.', {
    name: 'a sum and an average, by awk',
    shown: ['237 29.625'],
  }),
  alone(
    revenue,
    [shell("awk -F, 'NR>1 { s += $3; n++ } END { print s, s/n }' orders.csv")],
    'The sum is 237.00 and the average about 29.6.',
    { name: 'rounded figures', shown: ['237 29.625'] },
  ),
  alone(staff, [read('personal.csv')], 'personal.csv hat 4 Datenzeilen; das höchste Gehalt ist 61.250 (Carla).', {
    name: 'deutsche Zahlen',
    shown: ['Carla;Essen;61250'],
    derived: [{ fact: '4', from: ['52000', '48500', '61250', '39900'], how: 'count' }],
  }),
  alone(
    staff,
    [shell('tail -n +2 personal.csv | wc -l; sort -t";" -k3 -n personal.csv | tail -n 1')],
    'Es sind vier Zeilen mit Daten, und Carla hat mit 61.250 das höchste Gehalt.',
    {
      name: 'deutsche Zahlen, gezählt',
      shown: ['Carla;Essen;61250'],
    },
  ),
  alone(stock, [read('stock.csv')], '库存最多的是梨，有 2,450 公斤。', { name: '中文回答', shown: ['梨,2450'] }),
  alone(stock, [shell('sort -t, -k2 -n stock.csv | tail -n 1')], '梨最多，共2450公斤（即2.45吨）。', {
    name: '中文回答，另一个单位',
    shown: ['梨,2450'],
    derived: [{ fact: '2.45', from: ['2450'], how: '2450/1000' }],
  }),
  alone(backup, [read('backup.log')], 'The backup wrote 1.5 GB (1536 MB) and took 9.5 minutes.', {
    name: 'other units, and a duration',
    shown: [['written 1536 MB in 12 files', 'backup ended 02:09:30']],
    derived: [
      { fact: '1.5 GB', from: ['1536'], how: '1536/1024' },
      { fact: '9.5', from: ['9', '30'], how: '9+30/60' },
    ],
  }),
  alone(backup, [shell('cat backup.log')], 'It is 1,536 MB in 12 files; it took from 02:00:00 to 02:09:30, that is 9 min 30 s.', {
    name: 'a duration in minutes and seconds',
    shown: ['written 1536 MB in 12 files'],
    derived: [
      { fact: '9 min', from: ['02:00:00', '02:09:30'], how: '9-0' },
      { fact: '30 s', from: ['02:00:00', '02:09:30'], how: '30-0' },
    ],
  }),
  alone(piped, [shell("awk 'BEGIN { print 120.50 + 79.50 + 300 }'")], '120.50 + 79.50 + 300 = 500.', {
    name: 'a sum of piped amounts',
    shown: [['120.50', '79.50']],
    derived: [{ fact: '500', from: ['120.50', '79.50', '300'], how: '120.50+79.50+300' }],
  }),
];
