/** The bridge in the served page (design 6). */
export const BRIDGE = `Every page of the app has window.platform:
- await window.platform.submit(values, { entity: "Message" }) stores one row and gives { ok, id, record }.
- await window.platform.query({ entity: "Message", where: { mood: "HAPPY" }, orderBy: { createdAt: "desc" }, limit: 50 }) gives { ok, records }.
  where has Prisma's shape (equals, in, lt, gt, contains, AND, OR, NOT); limit is 50 unless given, at most 200.
- await window.platform.graphql(query, variables) gives { data, errors }. For a model Task it has: task(id), tasks(where, orderBy: [{ createdAt: desc }], first, after) { edges { node { id } } }, createTask(data), and, where the rules allow it, updateTask(id, data), deleteTask(id). Use it to change or delete rows.
- A refused call rejects with an Error that has code, message and diagnostics: show the message beside the form.
- Rows belong to this app alone; never send projectId. Generated fields (id, createdAt with a default) are not sent.
- The preview has its own data, apart from that of the published app.`;
