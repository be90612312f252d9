import { PROJECTS, WINDOWS, type Attack } from './attack.ts';
import { caches, cookies } from './attacks/caches.ts';
import { data, devices } from './attacks/data.ts';
import { documents, files } from './attacks/documents.ts';
import { framing, reading, windows } from './attacks/main.ts';
import { address, navigation } from './attacks/navigation.ts';
import { answers, forms, posting } from './attacks/projects.ts';
import { databases, storage } from './attacks/storage.ts';
import { channels, serviceWorkers, workers } from './attacks/workers.ts';

/** What is not about files of one's own is tried from a project's page too. */
function alsoFromProjects(attacks: readonly Attack[]): readonly Attack[] {
  return attacks.map((attack) =>
    WINDOWS.every((vantage) => attack.from.includes(vantage))
      ? { ...attack, from: [...attack.from, ...PROJECTS] }
      : attack,
  );
}

/** The battery: every attack on the isolation of published code. */
export const TABLE: readonly Attack[] = [
  ...alsoFromProjects([...storage, ...cookies, ...framing, ...windows, ...reading]),
  ...databases,
  ...caches,
  ...documents,
  ...files,
  ...serviceWorkers,
  ...workers,
  ...channels,
  ...address,
  ...forms,
  ...answers,
  ...posting,
  ...data,
  ...devices,
  ...navigation,
];
