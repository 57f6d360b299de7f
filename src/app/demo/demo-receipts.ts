/** What is checked in the demo of the auditor: receipts, some of them without a date. */

const receipts: readonly string[] = [
  'Paper & Pens, 2 March, 8.40',
  'Station Café, 3 March, 12.10',
  'Night train, 3 March, 79.00',
  'Hotel Fjord, 4 March, 140.00',
  'Umbrella Shop, 19.90',
  'City tram, 4 March, 3.20',
  'Museum, 5 March, 15.00',
  'Harbour Bakery, 5 March, 6.80',
  'Post office, 6 March, 4.50',
  'Copy shop, 6 March, 11.00',
  'Taxi, 23.50',
  'Night train, 7 March, 79.00',
  'Bookshop, 9 March, 31.40',
  'Phone company, 10 March, 25.00',
  'Paper & Pens, 12 March, 14.60',
  'Lunch, 18.20',
  'Printer ink, 13 March, 42.00',
  'Parking, 14 March, 5.00',
];

/** By the paths of their files. */
export const receiptFiles: Readonly<Record<string, string>> = Object.fromEntries(
  receipts.map((text, at) => [`receipts/${String(at + 1).padStart(2, '0')}.txt`, `${text}\n`]),
);
