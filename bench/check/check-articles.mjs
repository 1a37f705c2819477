import { compare } from './compare.mjs';
import { fetchJson } from './fetch-json.mjs';
import { factsOf } from './facts.mjs';
import { countLogRows } from './log-rows.mjs';

/** An article of the dataset, which one check after another changes. */
const WRITTEN_ARTICLE = 9_000;
const numbers = /{(\d+)-(\d+)}/g;

/** Without the values that the clock decides. */
const withoutTimes = ({ user_id, title, description, views }) => ({
  user_id,
  title,
  description,
  views,
});

/**
 * Compares the response of a write, the record read after it, and the number of rows in the log
 * with what the write must lead to.
 *
 * @throws Error with the server and the difference
 */
export async function checkArticleWrite(server, request, expected) {
  const { method, articleAfter, isLogged = false } = request;
  const isNew = method === 'POST';
  const before = isNew ? null : await readArticle(server, WRITTEN_ARTICLE);
  if (before) compareWithDataset(server, before, expected.article(WRITTEN_ARTICLE));
  const path = request.path.replace(numbers, String(WRITTEN_ARTICLE));
  const number = 1_000 + Math.floor(Math.random() * 8_000);
  const body = request.body.replace(numbers, (_all, from, to) =>
    String(Math.min(to, Math.max(from, number))),
  );
  const rowsBefore = await countLogRows(server);
  const response = articleOf(await fetchJson(server, path, { method, body }));
  const wanted = articleAfter(before && before.attributes, JSON.parse(body));
  const message = `${server.name} responds to ${method} ${path} with another article than was sent`;
  compare(withoutTimes(response.attributes), withoutTimes(wanted), message);
  const read = await readArticle(server, isNew ? response.id : WRITTEN_ARTICLE);
  compare(read, response, `${server.name} has another article after ${method} ${path}`);
  const rows = (await countLogRows(server)) - rowsBefore;
  compare(rows, Number(isLogged), `${server.name} writes rows of the log for ${method} ${path}`);
}

const readArticle = async (server, id) => articleOf(await fetchJson(server, `/articles/${id}`));
const articleOf = (response) => factsOf(response).records;

/** Other servers' checks have changed the title and the views. */
function compareWithDataset({ name }, { attributes }, expected) {
  const stable = ({ user_id, description, created_at }) => ({ user_id, description, created_at });
  const dataset = stable(factsOf(expected).records.attributes);
  compare(stable(attributes), dataset, `${name} has another article than the dataset`);
}
