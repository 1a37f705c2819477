/** Returns the lines of the report: medians of the visits, beside the limits. */
export function figures({ reference, explorer }, visits) {
  return [
    `Medians of ${visits} visits in Chromium, each with an empty cache; the first visit after the start apart.`,
    `Reference page: first content after ${ms(reference, 'content')} (1500 at most), ` +
      `${reference.first.content.toFixed(0)} ms in the first visit, ${ms(reference, 'again')} when reloaded.`,
    `Opening the list of posts takes ${ms(reference, 'open')}; ` +
      `until then, ${kilobytes(reference)} arrived (500 at most).`,
    `Explorer: first content after ${ms(explorer, 'content')}, ` +
      `${explorer.first.content.toFixed(0)} ms in the first visit, ${ms(explorer, 'again')} when reloaded; ` +
      `${kilobytes(explorer)} until the sign-in.`,
  ];
}

const ms = (page, name) => `${medianOf(page.visits, name).toFixed(0)} ms`;
const kilobytes = (page) => `${(medianOf(page.visits, 'bytes') / 1024).toFixed(0)} KB`;

const medianOf = (visits, name) =>
  visits.map((visit) => visit[name]).sort((a, b) => a - b)[Math.floor(visits.length / 2)];
