//! The OpenAPI description, generated from the list of endpoints.

use crate::{Problem, endpoint};
use utoipa::{
    ToSchema,
    openapi::{
        Components, Content, HttpMethod, InfoBuilder, OpenApi, OpenApiBuilder, Paths, Ref, RefOr, Required,
        ResponseBuilder, Schema,
        path::{OperationBuilder, Parameter, ParameterBuilder, ParameterIn},
        request_body::RequestBodyBuilder,
        schema::{ArrayBuilder, ObjectBuilder, Type},
    },
};

/// The OpenAPI description of the API.
pub fn openapi() -> OpenApi {
    let mut builder = Builder { paths: Paths::new(), components: Components::new() };
    endpoint::describe(&mut builder);
    endpoint::describe_sockets(&mut builder);
    let info = InfoBuilder::new().title("ZÈRTZ").version(env!("CARGO_PKG_VERSION")).description(Some(
        "The API of a ZÈRTZ server. A cookie identifies browsers, and a token identifies bots: `Authorization: Bearer …`.",
    ));
    OpenApiBuilder::new().info(info).paths(builder.paths).components(Some(builder.components)).build()
}

/// The body of a response.
pub(crate) enum Response {
    None,
    Text,
    Json(Box<RefOr<Schema>>),
}

/// Collects paths, and the schemas they refer to.
pub(crate) struct Builder {
    paths: Paths,
    components: Components,
}

impl Builder {
    /// A reference to the schema of a type, which becomes a component.
    pub(crate) fn schema<T: ToSchema>(&mut self) -> RefOr<Schema> {
        let mut schemas = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut schemas);
        self.components.schemas.extend(schemas);
        Ref::from_schema_name(T::name()).into()
    }

    /// A list of a type.
    pub(crate) fn list<T: ToSchema>(&mut self) -> RefOr<Schema> {
        Schema::Array(ArrayBuilder::new().items(self.schema::<T>()).build()).into()
    }

    pub(crate) fn endpoint(
        &mut self,
        method: &str,
        path: &str,
        doc: &[&str],
        query: Vec<Parameter>,
        body: Option<RefOr<Schema>>,
        response: Response,
    ) {
        let (status, answer) = match response {
            Response::None => ("204", ResponseBuilder::new()),
            Response::Text => ("200", ResponseBuilder::new().content("text/plain", Content::new(Some(text())))),
            Response::Json(schema) => {
                ("200", ResponseBuilder::new().content("application/json", Content::new(Some(*schema))))
            }
        };
        let problem = Content::new(Some(self.schema::<Problem>()));
        let body = body.map(|schema| {
            let content = Content::new(Some(schema));
            RequestBodyBuilder::new().content("application/json", content).required(Some(Required::True)).build()
        });
        let operation = OperationBuilder::new()
            .summary(Some(summary(doc)))
            .parameters(Some(parameter(path).into_iter().chain(query)))
            .request_body(body)
            .response(status, answer.description("The request succeeded."))
            .response(
                "default",
                ResponseBuilder::new().description("The request was refused.").content("application/json", problem),
            );
        let method = match method {
            "GET" => HttpMethod::Get,
            "POST" => HttpMethod::Post,
            "DELETE" => HttpMethod::Delete,
            method => unreachable!("{method} is not used by any endpoint"),
        };
        self.paths.add_path_operation(path, vec![method], operation);
    }

    pub(crate) fn socket(&mut self, path: &str, doc: &[&str], query: Vec<Parameter>) {
        let operation = OperationBuilder::new()
            .summary(Some(summary(doc)))
            .parameters(Some(parameter(path).into_iter().chain(query)))
            .response("101", ResponseBuilder::new().description("The connection becomes a WebSocket."));
        self.paths.add_path_operation(path, vec![HttpMethod::Get], operation);
    }
}

/// The lines of a doc comment as one.
fn summary(doc: &[&str]) -> String {
    doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

fn text() -> Schema {
    Schema::Object(ObjectBuilder::new().schema_type(Type::String).build())
}

/// The parameter in a path.
fn parameter(path: &str) -> Option<Parameter> {
    let (name, _) = path.split_once('{')?.1.split_once('}')?;
    let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path).required(Required::True);
    Some(parameter.schema(Some(text())).build())
}

/// A part of an endpoint for [`Builder::endpoint`].
macro_rules! describe {
    (query) => {
        Vec::new()
    };
    (query $name:ident) => {
        <$name as utoipa::IntoParams>::into_params(|| Some(utoipa::openapi::path::ParameterIn::Query))
    };
    (body $builder:ident,) => {
        None
    };
    (body $builder:ident, $name:ident) => {
        Some($builder.schema::<$name>())
    };
    (response $builder:ident, ()) => {
        crate::openapi::Response::None
    };
    (response $builder:ident, Download) => {
        crate::openapi::Response::Text
    };
    (response $builder:ident, [$item:ident]) => {
        crate::openapi::Response::Json(Box::new($builder.list::<$item>()))
    };
    (response $builder:ident, $name:ident) => {
        crate::openapi::Response::Json(Box::new($builder.schema::<$name>()))
    };
}
pub(crate) use describe;

#[cfg(test)]
mod tests {
    use super::*;

    /// `UPDATE=1` writes the file.
    #[test]
    fn the_description_in_docs_is_that_of_the_code() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
        let text = openapi().to_pretty_json().unwrap() + "\n";
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&file, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            kept == text,
            "docs/openapi.json is out of date: run `UPDATE=1 cargo test -p zertz-protocol description`"
        );
    }

    #[test]
    fn every_schema_that_is_referred_to_is_there() {
        let text = openapi().to_json().unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let schemas = value["components"]["schemas"].as_object().unwrap();
        for reference in text.split("#/components/schemas/").skip(1) {
            let name = reference.split('"').next().unwrap();
            assert!(schemas.contains_key(name), "{name}");
        }
    }
}
