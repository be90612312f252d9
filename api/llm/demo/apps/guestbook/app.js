// A guestbook: visitors read the newest entries and add their own.
// window.platform is the bridge to this app's own tables, which model.aml describes.

const PAGE = 50;

const form = document.querySelector('#form');
const button = form.querySelector('button');
const status = document.querySelector('#status');
const left = document.querySelector('#left');
const notice = document.querySelector('#notice');
const entries = document.querySelector('#entries');
// Fields of the form that are shown below each message.
const details = [...form.querySelectorAll('[data-detail]')];

form.addEventListener('submit', sign);
form.elements.message.addEventListener('input', showCharactersLeft);
showCharactersLeft();
await showEntries();

async function showEntries() {
  try {
    const { records } = await window.platform.query({
      entity: 'Entry',
      orderBy: { createdAt: 'desc' },
      limit: PAGE,
    });
    entries.replaceChildren(...records.map(toItem));
    showNotice();
  } catch (error) {
    const again = element('button', 'Try again');
    again.addEventListener('click', showEntries);
    notice.replaceChildren(element('p', `The entries could not be loaded: ${error.message}`), again);
  }
}

async function sign(event) {
  event.preventDefault();
  button.disabled = true;
  tell('Saving…');
  try {
    const { record } = await window.platform.submit(readForm(), { entity: 'Entry' });
    entries.prepend(toItem(record));
    form.reset();
    showCharactersLeft();
    showNotice();
    tell('Thank you! Your entry is at the top of the list.');
  } catch (error) {
    // What the visitor wrote stays in the form.
    tell(`Your entry was not saved: ${error.message}`, true);
  } finally {
    button.disabled = false;
  }
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

function toItem(entry) {
  const item = element('li', '', 'card entry');
  const avatar = element('span', [...entry.name][0]?.toUpperCase() ?? '?', 'avatar');
  avatar.setAttribute('aria-hidden', 'true');
  const time = element('time', formatTime(entry.createdAt));
  time.dateTime = entry.createdAt;
  const head = element('p', '', 'head');
  head.append(element('strong', entry.name), time);
  const text = element('div');
  text.append(head, element('p', entry.message, 'message'), ...toDetails(entry));
  item.append(avatar, text);
  return item;
}

function toDetails(entry) {
  return details
    .filter(({ name }) => entry[name] !== null && entry[name] !== undefined)
    .map(({ name, type, dataset }) => {
      const value = type === 'date' ? new Date(entry[name]).toLocaleDateString() : entry[name];
      return element('p', `${dataset.detail}: ${value}`, 'detail');
    });
}

function showNotice() {
  notice.textContent = entries.children.length > 0 ? '' : 'No entries yet. Be the first to sign!';
}

function showCharactersLeft() {
  const field = form.elements.message;
  left.textContent = `${field.maxLength - field.value.length} characters left`;
}

function tell(text, isError = false) {
  status.textContent = text;
  status.classList.toggle('error', isError);
}

function formatTime(iso) {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** textContent never reads its text as HTML, so what visitors write stays text. */
function element(tag, text = '', className = '') {
  const node = document.createElement(tag);
  node.textContent = text;
  node.className = className;
  return node;
}
