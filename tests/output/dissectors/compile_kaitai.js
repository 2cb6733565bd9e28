// Compiles a .ksy file: node compile_kaitai.js FILE.ksy DIRECTORY LANGUAGE, with kaitai-struct-compiler and js-yaml.
const compiler = require("kaitai-struct-compiler");
const fs = require("fs");
const yaml = require("js-yaml");

const [, , from, to, language] = process.argv;
compiler
  .compile(language, yaml.load(fs.readFileSync(from, "utf8")), null, false)
  .then((files) => Object.keys(files).forEach((name) => fs.writeFileSync(`${to}/${name}`, files[name])))
  .catch((error) => {
    console.error(String(error.message || error));
    process.exit(1);
  });
