import { outcomeTable, type DriverError, type FailureOutcome } from './failure-outcome.js';
import { NO_DETAIL, type RefusalDetail } from './refusal.js';

/**
 * Error numbers of MariaDB and MySQL, and classes of SQLSTATE (two characters) for all other
 * numbers.
 */
const outcomes = outcomeTable({
  lost: [
    // 1053 to 1079 shutdown, 1152 to 1190 network, 1317 interrupted, 1927 and 3169 killed, 4031
    // idle for too long
    ...[
      1053, 1077, 1078, 1079, 1152, 1154, 1155, 1156, 1157, 1158, 1159, 1160, 1161, 1184, 1189,
      1190,
    ],
    ...[1317, 1927, 2006, 2013, 2055, 3169, 4031],
    // 08 connection exception
    '08',
  ],
  // Too many connections: of the server, of the account, and by the account's resources
  crowded: [1040, 1203, 1226],
  busy: [
    // 1042 and 1043 no handshake, 1047 a node of a cluster that is not ready, 1135 no thread
    ...[1042, 1043, 1047, 1135],
    // 1206 and 1637 too many locks or transactions, 1297 temporary error, 3032 and 3168 server
    // offline
    ...[1206, 1297, 1637, 3032, 3168],
  ],
  blocked: [
    // The account is refused (1044 to 1130, 1820 and 1862 password expired, 3118 and 4151 locked),
    // 1046 and 1049 no database
    ...[1044, 1045, 1046, 1049, 1129, 1130, 1698, 1820, 1862, 3118, 4151, '28'],
    // The disk is full or fails, or files cannot be opened
    ...[1016, 1021, 1023, 1024, 1026, 1027, 1030, 1114, 1180, 1181, 1197],
    // Out of memory or resources
    ...[1037, 1038, 1041],
  ],
  // 1290 read_only and super_read_only, 1792 a transaction that may only read, 1036, 1836 and 1874
  // an engine in that mode
  readOnly: [1036, 1290, 1792, 1836, 1874],
  // 1020 the row changed since it was read, 1213 deadlock, 1412 table changed, 1689 lock given up,
  // 3101 cluster conflict
  victim: [1020, 1213, 1412, 1689, 3101, '40'],
  // 1243 the server does not know the statement, 1461 too many prepared statements, 1615 it could
  // not be prepared again
  unprepared: [1243, 1461, 1615],
  // 1205 waited for a lock until the statement timeout, or NOWAIT, which is 3572 on MySQL
  timeout: [1205, 1969, 3024, 3572],
  unique: [1022, 1062, 1169, 1557, 1586, 1761, 1762],
  missing: [1216, 1452],
  referenced: [1217, 1451],
  value: [
    // Null, out of range, wrong type, no default, too long, row too long, JSON
    ...[
      1048, 1118, 1138, 1263, 1264, 1265, 1292, 1364, 1366, 1367, 1406, 1411, 1416, 1525, 1690,
      3140, 3903,
    ],
    // Checks
    ...[3819, 4025],
    // A value larger than a packet of the server
    1153,
    ...['22', '23', '44'],
  ],
  refused: [
    // What a trigger signals
    ...[1642, 1643, 1644, '45'],
    // A missing right (1142, 1143), a view that cannot be written (1288, 1348, 1394, 1471, 1573), or
    // a column that only the database writes (1906, 3105)
    ...[1142, 1143, 1288, 1348, 1394, 1471, 1573, 1906, 3105],
  ],
});

/** Errors of Node have negative numbers, and other libraries also have numeric codes. */
export function mariaOutcome({ errno, sqlState }: DriverError): FailureOutcome | undefined {
  if (typeof errno !== 'number' || errno <= 0) return undefined;
  return outcomes.get(errno) ?? outcomes.get(String(sqlState).slice(0, 2)) ?? 'fault';
}

/** The number of the error, and how its message names what it is about, in every language. */
const named: readonly (readonly [readonly number[], RegExp, keyof Named])[] = [
  // Duplicate entry '1-2' for key 'place'; MySQL writes 'books.place'
  [[1022, 1062, 1169, 1557, 1586], /'(?:[^'.]+\.)?([^'.]+)'[^']*$/, 'constraint'],
  // ... (`test`.`books`, CONSTRAINT `fk` FOREIGN KEY (`shelf`) REFERENCES ...
  [[1451, 1452], /FOREIGN KEY \(([^)]+)\)/, 'columns'],
  // CONSTRAINT `books.price` failed for ...; Check constraint 'books_chk_1' is violated
  [[3819, 4025], /[`'](?:[^`'.]+\.)?([^`']+)[`']/, 'constraint'],
  // Column 'row' cannot be null; Incorrect integer value: 'x' for column `test`.`books`.`row` at 1
  [
    [1048, 1138, 1263, 1264, 1265, 1292, 1364, 1366, 1406, 1906, 3105],
    /[`']([^`']+)[`'][^`']*$/,
    'columns',
  ],
];
interface Named {
  readonly constraint: string | null;
  readonly columns: readonly string[];
}

export function mariaRefusal({ errno, message }: DriverError): RefusalDetail {
  const row = named.find(([numbers]) => numbers.includes(errno as number));
  const name = row?.[1].exec(message)?.[1];
  if (!row || name === undefined) return NO_DETAIL;
  if (row[2] === 'constraint') return { ...NO_DETAIL, constraint: name };
  return { ...NO_DETAIL, columns: name.split(/,\s*/).map((each) => each.replaceAll('`', '')) };
}
