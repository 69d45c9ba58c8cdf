//! What a spec and an instance can say, for forms.

use randlog_generate::generator::Method;
use randlog_generate::spec::{Key, Preset};
use randlog_logic::Dialect;
use randlog_recipe::instance::{Instances, Setting};
use serde_json::{Value, json};

pub(crate) fn all() -> Value {
    let key = |key: &Key| {
        json!({
            "name": key.name,
            "help": key.help,
            "takes": key.takes(),
            "placeholder": key.placeholder,
            "example": key.short_example(),
            "default": key.default_value(),
            "required": key.is_required(),
            "choices": key.choices(),
        })
    };
    let preset = |preset: &Preset| json!({ "name": preset.name, "summary": preset.summary() });
    let defaults = Instances::default();
    let setting = |setting: Setting| {
        json!({
            "name": setting.name,
            "help": setting.help,
            "placeholder": setting.placeholder,
            "default": (setting.get)(&defaults),
        })
    };
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "keys": Key::all().map(key).collect::<Vec<_>>(),
        "presets": Preset::ALL.iter().map(preset).collect::<Vec<_>>(),
        "settings": Instances::SETTINGS.map(setting),
        "methods": Method::ALL.map(Method::name),
        "languages": Dialect::ALL.map(Dialect::name),
    })
}
