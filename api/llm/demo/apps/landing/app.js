// A landing page with one form. window.platform is the bridge to this app's own tables, which model.aml describes.

const form = document.querySelector('#form');
const button = form.querySelector('button');
const status = document.querySelector('#status');

form.addEventListener('submit', signUp);

async function signUp(event) {
  event.preventDefault();
  button.disabled = true;
  tell('Saving…');
  try {
    await window.platform.submit(readForm(), { entity: 'Signup' });
    welcome();
  } catch (error) {
    // An address that is there already gets the same answer, so that nobody can find out who has signed up.
    if (error.code === 'conflict') welcome();
    else tell(`That did not work: ${error.message}`, true);
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

function welcome() {
  form.reset();
  tell('You are on the list. See you soon!');
}

function tell(text, isError = false) {
  status.textContent = text;
  status.classList.toggle('error', isError);
}
