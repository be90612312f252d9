// A poll: one question, a few options, and the count of each. window.platform is the bridge to this app's own tables.

const VOTED = 'voted';

const form = document.querySelector('#form');
const status = document.querySelector('#status');
const result = document.querySelector('#result');
const bars = document.querySelector('#bars');
const total = document.querySelector('#total');
const refresh = document.querySelector('#refresh');
// The options stand in the page only; the count follows from them.
const choices = [...form.querySelectorAll('[name=choice]')].map((input) => input.value);

form.addEventListener('submit', vote);
refresh.addEventListener('click', showResult);
document.querySelector('#peek').addEventListener('click', showResult);
if (rememberedVote()) await showResult();

async function vote(event) {
  event.preventDefault();
  const button = form.querySelector('button');
  const choice = new FormData(form).get('choice');
  button.disabled = true;
  tell('Saving your vote…');
  try {
    await window.platform.submit({ choice }, { entity: 'Vote' });
    rememberVote(choice);
    await showResult();
  } catch (error) {
    tell(`Your vote was not counted: ${error.message}`, true);
  } finally {
    button.disabled = false;
  }
}

async function showResult() {
  refresh.disabled = true;
  try {
    drawResult(await countVotes());
    const mine = rememberedVote();
    form.hidden = mine !== null;
    tell(mine ? `Thank you! You voted for ${mine}.` : '');
  } catch (error) {
    tell(`The result could not be loaded: ${error.message}`, true);
  } finally {
    refresh.disabled = false;
  }
}

/** Counts in the database, one number for each option, however many votes there are. */
async function countVotes() {
  const parameters = choices.map((_, i) => `$choice${i}: String!`);
  const counts = choices.map(
    (_, i) => `count${i}: votes(where: { choice: { equals: $choice${i} } }) { totalCount }`,
  );
  const variables = Object.fromEntries(choices.map((choice, i) => [`choice${i}`, choice]));
  const query = `query (${parameters.join(', ')}) { ${counts.join(' ')} }`;
  const { data, errors } = await window.platform.graphql(query, variables);
  if (errors?.length) throw new Error(errors[0].message);
  return choices.map((_, i) => data[`count${i}`].totalCount);
}

function drawResult(counts) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  bars.replaceChildren(...choices.map((choice, i) => toBar(choice, counts[i], all)));
  total.textContent = all === 1 ? '1 vote' : all === 0 ? 'No votes yet.' : `${all} votes`;
  result.hidden = false;
}

function toBar(choice, count, all) {
  const percent = all === 0 ? 0 : Math.round((100 * count) / all);
  const item = element('li', '', 'result');
  const bar = element('span', '', 'bar');
  bar.style.setProperty('--share', `${percent}%`);
  item.append(element('span', choice, 'choice'), element('span', `${count} (${percent} %)`, 'count'), bar);
  return item;
}

// One vote for each browser. This keeps honest people from voting twice by accident; it is no guard.
function rememberedVote() {
  return localStorage.getItem(VOTED);
}

function rememberVote(choice) {
  localStorage.setItem(VOTED, choice);
}

function tell(text, isError = false) {
  status.textContent = text;
  status.classList.toggle('error', isError);
}

/** textContent never reads its text as HTML. */
function element(tag, text = '', className = '') {
  const node = document.createElement(tag);
  node.textContent = text;
  node.className = className;
  return node;
}
