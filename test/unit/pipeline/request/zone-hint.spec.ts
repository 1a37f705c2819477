import { zoneHint } from '../../../../src/pipeline/request/zone-hint.js';

describe('The hint about an offset whose sign was not encoded', () => {
  it.each(['2026-01-02T03:04:05 02:00', '2026-01-02 03:04 0200', '2026-01-02T03:04:05.123 02:00'])(
    'belongs to %s',
    (value) => {
      expect(zoneHint(value)).toBe(' Write "+" as %2B in a URL.');
    },
  );

  it.each(['2026-01-02T03:04:05+02:00', '2026-01-02 03:04', '2026-01-02', 'a 02:00', 5, null])(
    'does not belong to %s',
    (value) => {
      expect(zoneHint(value)).toBe('');
    },
  );
});
