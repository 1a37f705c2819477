const scientific = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** Returns a number without an exponent: `1e-7` -> `0.0000001`. */
export function plainDigits(number: number | string): string {
  const written = String(number);
  const [, sign, whole, fraction = '', exponent] = scientific.exec(written) ?? [];
  if (whole === undefined) return written;
  const [digits, power] = [whole + fraction, Number(exponent)];
  if (power < 0) return `${sign}0.${digits.padStart(digits.length - power - 1, '0')}`;
  const [before, after] = [digits.slice(0, power + 1), digits.slice(power + 1)];
  return sign + before.padEnd(power + 1, '0') + (after && `.${after}`);
}
