// A shared to-do list: add, tick off, remove. window.platform is the bridge to this app's own tables.
// Adding goes through submit(); changing and removing through the GraphQL interface that the model gave us.

const PAGE = 200;

const UPDATE = `mutation ($id: ID!, $done: Boolean!) {
  updateTask(id: $id, data: { done: $done }) { id done }
}`;
const DELETE = `mutation ($id: ID!) {
  deleteTask(id: $id) { id }
}`;

const form = document.querySelector('#form');
const status = document.querySelector('#status');
const again = document.querySelector('#again');
const list = document.querySelector('#tasks');
const filters = [...document.querySelectorAll('[data-show]')];
// Fields of the form that are shown with each task.
const details = [...form.querySelectorAll('[data-detail]')];

// Everything on the page follows from these two; show() draws them.
let tasks = [];
let filter = 'all';

form.addEventListener('submit', add);
again.addEventListener('click', load);
for (const button of filters) button.addEventListener('click', () => choose(button.dataset.show));
await load();

async function load() {
  again.hidden = true;
  try {
    const query = { entity: 'Task', orderBy: { createdAt: 'desc' }, limit: PAGE };
    tasks = (await window.platform.query(query)).records;
    show();
  } catch (error) {
    tell(`The tasks could not be loaded: ${error.message}`, true);
    again.hidden = false;
  }
}

async function add(event) {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    const { record } = await window.platform.submit(readForm(), { entity: 'Task' });
    tasks = [record, ...tasks];
    form.reset();
    show();
  } catch (error) {
    tell(`The task was not saved: ${error.message}`, true);
  } finally {
    button.disabled = false;
    form.elements.title.focus();
  }
}

async function setDone(task, done) {
  // Shown at once, taken back if the server says no.
  replace({ ...task, done });
  try {
    await send(UPDATE, { id: task.id, done });
  } catch (error) {
    replace(task);
    tell(`The task was not changed: ${error.message}`, true);
  }
}

async function remove(task) {
  try {
    await send(DELETE, { id: task.id });
    tasks = tasks.filter(({ id }) => id !== task.id);
    show();
  } catch (error) {
    tell(`The task was not removed: ${error.message}`, true);
  }
}

/** A GraphQL answer can carry errors beside its data; here both kinds of failure become one. */
async function send(query, variables) {
  const { errors } = await window.platform.graphql(query, variables);
  if (errors?.length) throw new Error(errors[0].message);
}

function replace(task) {
  tasks = tasks.map((other) => (other.id === task.id ? task : other));
  show();
}

function choose(name) {
  filter = name;
  for (const button of filters) button.setAttribute('aria-pressed', String(button.dataset.show === name));
  show();
}

function show() {
  const shown = tasks.filter(({ done }) => filter === 'all' || done === (filter === 'done'));
  // Drawing anew would drop the keyboard's place, so it is put back.
  const focused = document.activeElement?.id;
  list.replaceChildren(...shown.map(toItem));
  if (focused) document.getElementById(focused)?.focus();
  tell(summary(shown));
}

function summary(shown) {
  if (tasks.length === 0) return 'Nothing to do yet. Add the first task!';
  if (shown.length === 0)
    return filter === 'open' ? 'Everything is done. Well done!' : 'Nothing is done yet.';
  const open = tasks.filter(({ done }) => !done).length;
  const most = tasks.length === PAGE ? ` (the newest ${PAGE} are shown)` : '';
  return `${open} of ${tasks.length} still open${most}`;
}

function toItem(task) {
  const item = element('li', '', task.done ? 'card task done' : 'card task');
  const box = element('input');
  box.type = 'checkbox';
  box.id = `done-${task.id}`;
  box.checked = task.done;
  box.addEventListener('change', () => setDone(task, box.checked));
  const label = element('label', task.title);
  label.htmlFor = box.id;
  const button = element('button', 'Remove', 'remove');
  button.type = 'button';
  button.setAttribute('aria-label', `Remove ${task.title}`);
  button.addEventListener('click', () => remove(task));
  const text = element('div');
  text.append(label, ...toDetails(task));
  item.append(box, text, button);
  return item;
}

function toDetails(task) {
  return details
    .filter(({ name }) => task[name] !== null && task[name] !== undefined)
    .map(({ name, type, dataset }) => {
      const value = type === 'date' ? new Date(task[name]).toLocaleDateString() : task[name];
      return element('p', `${dataset.detail}: ${value}`, 'detail');
    });
}

/** The values of the form; fields left empty are left out. */
function readForm() {
  const values = {};
  for (const field of form.elements) {
    if (!field.name || field.value.trim() === '') continue;
    if (field.type === 'number') values[field.name] = field.valueAsNumber;
    else if (field.type === 'date') values[field.name] = field.valueAsDate.toISOString();
    else values[field.name] = field.value.trim();
  }
  return values;
}

function tell(text, isError = false) {
  status.textContent = text;
  status.classList.toggle('error', isError);
}

/** textContent never reads its text as HTML, so what people write stays text. */
function element(tag, text = '', className = '') {
  const node = document.createElement(tag);
  node.textContent = text;
  node.className = className;
  return node;
}
