// MapFiles: data from the folder `map/`, in scripts that call `chatexport(name, data)` under `file:`, where a page can load
// nothing else. On the web they do nothing, or other sites could load them, and are read as text.
const MapFiles = {
  contents: {},
  requests: {},
  read: (name) => MapFiles.readFrom("", name),
  // `folder` is a conversation's, seen from the page. If the conversation has one page, small files are part of `all.js`.
  async readFrom(folder, name) {
    const { files } = await MapFiles.readPath(`${folder}map/all.js`);
    return files?.[name] ?? MapFiles.readPath(`${folder}map/${name}.js`);
  },
  async readPath(path) {
    const { contents, requests } = MapFiles;
    if (isPacked) {
      contents[path] ??= JSON.parse(packed.get(path).textContent);
    } else if (hasDataScripts) {
      await Scripts.load(path);
    } else if (contents[path] === undefined) {
      requests[path] ??= MapFiles.fetchOnce(path);
      contents[path] = await requests[path];
    }
    return contents[path];
  },
  loaded: (name) => MapFiles.contents["map/all.js"]?.files?.[name] ?? MapFiles.contents[`map/${name}.js`],
  fetchOnce(path) {
    return MapFiles.fetchData(path).finally(() => {
      delete MapFiles.requests[path];
    });
  },
  async fetchData(path) {
    const script = await readText(path);
    return JSON.parse(script.match(/,(.+)\)/s)[1]);
  },
};
function chatexport(name, data) {
  MapFiles.contents[document.currentScript.getAttribute("src")] = data;
}
