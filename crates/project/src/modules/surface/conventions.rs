//! Files that tools and frameworks load by where they lie and what they are called.

use super::{Family, Group};
use crate::census::Kind;
use crate::modules::atlas::{Atlas, join, stem};
use subject::data::json;

/// Folders whose files are run or loaded one by one, in any language.
const LOADED: &[&str] = &[
    "migrations",
    "migration",
    "migrate",
    "alembic",
    "versions",
    "seeds",
    "seeders",
    "plugins",
    "plugin",
    "hooks",
    "scripts",
    "script",
    "bin",
    "tools",
    "notebooks",
    "extensions",
    "addons",
    "generators",
    "templates",
    "template",
    "dags",
    "spiders",
    "public",
    "static",
    "assets",
    "functions",
    "lambdas",
    "tasks",
    "jobs",
    "commands",
    "management",
    "templatetags",
    "boot",
    "initializers",
    "utils-cli",
    "hack",
    "contrib",
    "stubs",
    "typings",
];

/// Frameworks of scripts that load files by their places.
const FILE_ROUTERS: &[&str] = &[
    "next",
    "nuxt",
    "nuxt3",
    "@sveltejs/kit",
    "astro",
    "gatsby",
    "@remix-run/react",
    "@remix-run/node",
    "expo-router",
    "@redwoodjs/core",
    "ember-source",
    "@strapi/strapi",
    "sails",
    "@adonisjs/core",
    "@docusaurus/core",
    "vitepress",
    "@tanstack/react-start",
    "@solidjs/start",
    "@react-router/dev",
    "umi",
    "@umijs/max",
    "@builder.io/qwik-city",
    "unplugin-auto-import",
    "unplugin-vue-components",
    "vite-plugin-pages",
    "@fastify/autoload",
    "fastify-autoload",
    "@nestjs/typeorm",
    "typeorm",
    "sequelize-cli",
    "@angular/core",
    "quasar",
    "@medusajs/medusa",
    "payload",
    "meteor",
    "moleculer",
    "probot",
    "oclif",
    "@oclif/core",
    "hubot",
    "@loopback/boot",
    "blitz",
    "eleventy",
    "@11ty/eleventy",
];

/// Names that frameworks of Python look for in every package.
const DJANGO: &[&str] = &[
    "admin",
    "apps",
    "models",
    "urls",
    "views",
    "signals",
    "settings",
    "tasks",
    "tests",
    "middleware",
    "context_processors",
    "forms",
    "serializers",
    "routing",
    "consumers",
    "translation",
    "search_indexes",
];
/// Names that tools of Python start.
const PYTHON: &[&str] = &[
    "conf",
    "wsgi",
    "asgi",
    "main",
    "app",
    "application",
    "tasks",
    "celery",
    "celeryconfig",
    "gunicorn",
    "gunicorn_conf",
    "settings",
    "config",
    "lambda_function",
    "handler",
    "function_app",
    "sitecustomize",
    "usercustomize",
    "version",
    "_version",
    "dodo",
    "locustfile",
    "streamlit_app",
    "hubconf",
    "predict",
    "cog",
    "versioneer",
    "__about__",
    "pavement",
];
/// Names of scripts that browsers and platforms start.
const SCRIPT: &[&str] = &[
    "main",
    "index",
    "app",
    "server",
    "background",
    "content",
    "popup",
    "options",
    "preload",
    "renderer",
    "polyfills",
    "sw",
    "service-worker",
    "serviceWorker",
    "worker",
    "middleware",
    "instrumentation",
    "bootstrap",
    "entry-client",
    "entry-server",
    "setup",
    "reportWebVitals",
    "vite-env",
    "env",
];

/// By which convention a file may be loaded.
pub(super) fn loaded(
    atlas: &Atlas<'_>,
    path: &str,
    (root, family): Group<'_>,
    has_rails: bool,
    has_django: bool,
) -> Option<String> {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    // The modules of Rust and the packages of Go and Java are in no such folder by chance: the compiler needs them named.
    let is_free = !matches!(family, Family::Rust | Family::Go | Family::Java | Family::Native);
    let by_folder = folders
        .iter()
        .find(|one| LOADED.contains(one) || one.starts_with('.'));
    if let Some(folder) = by_folder.filter(|_| is_free) {
        return Some(format!("files in {folder}/ are often loaded or run one by one"));
    }
    let name = stem(path);
    let by_name = match family {
        Family::Python => PYTHON.contains(&name) || has_django && DJANGO.contains(&name),
        Family::Script => SCRIPT.contains(&name) || path.contains(".worker.") || path.contains(".entity."),
        _ => false,
    };
    if by_name {
        return Some(format!("tools start {name} by its name"));
    }
    match family {
        Family::Ruby if has_rails => Some("Rails loads files by the names of their constants".to_owned()),
        Family::Script => {
            router(atlas, root).map(|router| format!("{router} may load files by their places"))
        }
        _ => None,
    }
}

/// A framework that a package needs, or one above it.
fn router(atlas: &Atlas<'_>, root: &str) -> Option<String> {
    let manifests = atlas
        .projects(Kind::Npm)
        .filter(|one| crate::census::is_inside(root, &one.root) || one.root == root);
    let manifests = manifests
        .map(|one| one.manifest.clone())
        .chain(join(root, "package.json"));
    for manifest in manifests {
        let Some(json) = atlas
            .snapshot
            .text(&manifest)
            .and_then(|text| json::read(text).ok())
        else {
            continue;
        };
        let keys = ["dependencies", "devDependencies", "peerDependencies"];
        let needs = keys.iter().flat_map(|key| json.entries_at(&[*key]));
        let mut names = needs.map(|entry| &entry.key);
        if let Some(found) = names.find(|name| FILE_ROUTERS.contains(&name.as_str())) {
            return Some(found.clone());
        }
    }
    None
}
